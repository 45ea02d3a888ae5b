import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Located } from '../diagnostics/located.ts';
import { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { RequirementOperator } from '../kubernetes/api/node-pool.ts';
import type { PoolRequirement } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { readWhere, type WhereItem, type WhereToken } from './read-where.ts';

export interface ParsedWhere {
  /** Those that are right; keys in full and current. */
  readonly requirements: readonly PoolRequirement[];
  readonly diagnostics: readonly Diagnostic[];
}

const EXAMPLE = 'Write for example `instance-category In [c,m]; instance-cpu Gt 4`.';

/** How many values each operator takes. */
const OPERATORS: Readonly<Record<RequirementOperator, 'some' | 'none' | 'an integer'>> = {
  In: 'some',
  NotIn: 'some',
  Exists: 'none',
  DoesNotExist: 'none',
  Gt: 'an integer',
  Lt: 'an integer',
  Gte: 'an integer',
  Lte: 'an integer',
};

/**
 * Requirements as people type them on a command line: `KEY OPERATOR [VALUE, …]`, several separated by `;`. A key may
 * leave out its domain where that is unambiguous. Findings point into the text, under the name `--where`.
 */
export function parseWhere(text: string, vocabulary: LabelVocabulary): ParsedWhere {
  const source = new Source('--where', text);
  const diagnostics: Diagnostic[] = [];
  const requirements = readWhere(text).flatMap((item): PoolRequirement[] => {
    const requirement = readRequirement(item, { source, vocabulary, diagnostics });
    return requirement === undefined ? [] : [requirement];
  });
  return { requirements, diagnostics };
}

interface Context {
  readonly source: Source;
  readonly vocabulary: LabelVocabulary;
  readonly diagnostics: Diagnostic[];
}

function readRequirement(item: WhereItem, context: Context): PoolRequirement | undefined {
  const span = (token: { readonly start: number; readonly end: number }): Span => ({
    source: context.source,
    start: token.start,
    end: token.end,
  });
  const report = (...finding: Parameters<typeof diagnostic>) => {
    context.diagnostics.push(diagnostic(...finding));
  };
  if (item.problem !== undefined) {
    report('PW5020', span(item.problem), item.problem.message, { help: EXAMPLE });
    return undefined;
  }
  const key = resolveKey(item.key, context, span(item.key));
  const operator = readOperator(item, context, span);
  if (operator === undefined) return undefined;
  const problem = valueProblem(operator, item.values);
  if (problem !== undefined) {
    report('PW5023', span(problem.at ?? item.operator ?? item), problem.message);
    return undefined;
  }
  if (key === undefined) return undefined;
  const located = <T>(value: T, token: WhereToken): Located<T> => ({ value, origin: { span: span(token) } });
  return {
    key: located(key, item.key),
    operator: located(operator, item.operator ?? item.key),
    values: item.values.map((token) => located(token.text, token)),
    origin: { span: span(item), keySpan: span(item.key) },
  };
}

function resolveKey(token: WhereToken, { vocabulary, diagnostics }: Context, span: Span): string | undefined {
  const known = vocabulary.aliases.get(token.text) ?? token.text;
  if (vocabulary.specs.has(known)) return known;
  const keys = [...vocabulary.specs.keys()];
  const matches = keys.filter((key) => shortKey(key) === token.text);
  if (matches.length === 1) return matches[0];
  const names = token.text.includes('/') ? keys : keys.map(shortKey);
  const abbreviated = `instance-${token.text}`;
  const meant = names.includes(abbreviated) ? abbreviated : didYouMean(token.text, names);
  const help =
    matches.length > 1
      ? `Write one of ${matches.map((key) => `\`${key}\``).join(', ')}.`
      : meant === undefined
        ? 'Labels are named as in requirements: `instance-family`, `instance-memory`, `arch`, `zone`.'
        : `Did you mean \`${meant}\`?`;
  diagnostics.push(diagnostic('PW5021', span, `\`${token.text}\` is no label of an instance type`, { help }));
  return undefined;
}

function shortKey(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

function readOperator(
  item: WhereItem,
  { diagnostics }: Context,
  span: (token: WhereToken) => Span,
): RequirementOperator | undefined {
  const { key, operator } = item;
  const names = Object.keys(OPERATORS);
  if (operator === undefined) {
    diagnostics.push(
      diagnostic('PW5020', span(key), `nothing says how \`${key.text}\` is to be compared`, {
        help: EXAMPLE,
      }),
    );
    return undefined;
  }
  if (isOperator(operator.text)) return operator.text;
  const meant = SYMBOLS.get(operator.text) ?? didYouMean(operator.text, names);
  diagnostics.push(
    diagnostic('PW5022', span(operator), `\`${operator.text}\` is no operator`, {
      help: meant === undefined ? `Operators are ${names.join(', ')}.` : `Did you mean \`${meant}\`?`,
    }),
  );
  return undefined;
}

const SYMBOLS: ReadonlyMap<string, RequirementOperator> = new Map([
  ['=', 'In'],
  ['==', 'In'],
  ['!=', 'NotIn'],
  ['>', 'Gt'],
  ['<', 'Lt'],
  ['>=', 'Gte'],
  ['<=', 'Lte'],
]);

function isOperator(text: string): text is RequirementOperator {
  return Object.hasOwn(OPERATORS, text);
}

function valueProblem(
  operator: RequirementOperator,
  values: readonly WhereToken[],
): { readonly at?: WhereToken; readonly message: string } | undefined {
  const takes = OPERATORS[operator];
  const [first, second] = values;
  if (takes === 'some') {
    return first === undefined ? { message: `\`${operator}\` needs at least one value` } : undefined;
  }
  if (takes === 'none') {
    return first === undefined ? undefined : { at: first, message: `\`${operator}\` takes no values` };
  }
  if (first === undefined) return { message: `\`${operator}\` needs a number` };
  if (second !== undefined) return { at: second, message: `\`${operator}\` takes one number` };
  return /^[0-9]+$/.test(first.text)
    ? undefined
    : { at: first, message: `\`${operator}\` compares whole numbers, and \`${first.text}\` is none` };
}
