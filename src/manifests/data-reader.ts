import * as z from 'zod';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { followPath, type PathSegment } from '../diagnostics/located-path.ts';
import { replacementFix } from '../diagnostics/replacement.ts';
import {
  schemaDiagnostics,
  type SchemaIssue,
  type SchemaProblem,
  type SchemaProblemContext,
} from '../diagnostics/schema-issues.ts';
import { suggestQuantities } from '../kubernetes/quantity.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import { pickerOf, typeTestOf } from './pick.ts';
import { NO_QUANTITY } from './schemas/fields.ts';

/** A schema with the function that copies what it knows. */
export interface DataReader<Schema extends z.ZodType> {
  readonly pick: (value: unknown) => unknown;
  /** Of what was picked. */
  readonly check: (picked: unknown) => Checked<z.output<Schema>>;
}

export type Checked<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

export function dataReader<Schema extends z.ZodType>(schema: Schema): DataReader<Schema> {
  const hasTypes = typeTestOf(schema);
  return {
    pick: pickerOf(schema),
    check: (picked) => {
      // The schema would return an equal copy.
      if (hasTypes?.(picked) === true) return { ok: true, data: picked as z.output<Schema> };
      const result = schema.safeParse(picked);
      return result.success ? { ok: true, data: result.data } : { ok: false, issues: result.error.issues };
    },
  };
}

/** The data of an object, or undefined after telling what is wrong with it. */
export function readData<Schema extends z.ZodType>(
  reader: DataReader<Schema>,
  object: KubeObject,
  report: (found: Diagnostic) => void,
): z.output<Schema> | undefined {
  const checked = reader.check(reader.pick(object.raw));
  if (checked.ok) return checked.data;
  for (const found of dataProblems(object, [], checked.issues)) report(found);
  return undefined;
}

const CODES = {
  unknownKey: 'PW7012',
  missingKey: 'PW7010',
  wrongType: 'PW7011',
  badValue: 'PW7012',
} as const;

/** What a schema found in the part of an object at `path`. */
export function dataProblems(
  object: Pick<KubeObject, 'kind' | 'meta' | 'place'>,
  path: readonly PathSegment[],
  issues: readonly SchemaIssue[],
): Diagnostic[] {
  const root = followPath(object.place.located, path).nearest;
  const leftOut = `${titleOf(object)} is left out.`;
  return schemaDiagnostics(root, issues, {
    codes: CODES,
    rootName: titleOf(object),
    rewrite: (problem, context) => {
      const suggested = suggest(problem, context);
      const help = [suggested.help, leftOut].filter((part) => part !== undefined).join(' ');
      return { ...suggested, help };
    },
  });
}

function suggest(problem: SchemaProblem, context: SchemaProblemContext): SchemaProblem {
  const { issue, value } = context;
  if (problem.kind === 'bad-key') return suggestResource(problem, context);
  if (value?.kind !== 'scalar') return problem;
  if (problem.message.includes(NO_QUANTITY)) {
    const meant = suggestQuantities(value.text).map((text) => `\`${text}\``);
    const help = meant.length === 0 ? problem.help : `Did you mean ${meant.join(' or ')}?`;
    return { ...problem, code: 'PW7013', help };
  }
  if (issue.code === 'invalid_type' && value.style === 'quoted' && isBare(issue.expected, value.text)) {
    const fix = replacementFix(value.origin, value.text);
    return { ...problem, help: `Write \`${value.text}\`, without quotes.`, fix };
  }
  return problem;
}

/** Whether a text would be of the expected type without its quotes. */
function isBare(expected: string | undefined, text: string): boolean {
  return expected === 'boolean'
    ? /^(?:true|false)$/.test(text)
    : /^[0-9]+$/.test(text) && expected !== 'string';
}

function suggestResource(problem: SchemaProblem, { path }: SchemaProblemContext): SchemaProblem {
  const guess = didYouMean(String(path.at(-1)), ['cpu', 'memory', 'ephemeral-storage']);
  return guess === undefined || !problem.message.includes('is no resource')
    ? problem
    : { ...problem, help: `Did you mean \`${guess}\`?` };
}
