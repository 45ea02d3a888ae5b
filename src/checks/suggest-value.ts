import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Located } from '../diagnostics/located.ts';
import type { Fix } from '../diagnostics/diagnostic.ts';
import { labelValueProblem } from '../kubernetes/label.ts';
import type { CompiledPool, RuleContext } from '../model/compilation.ts';
import type { Constraint } from './constraints.ts';
import { rewriteFix } from './rewrite.ts';
import { valueCounts, ZONE_KEY } from './value-domain.ts';
import { counted, listed, nameOf, quoted } from './words.ts';

const MAX_LISTED = 16;

export interface Suggestion {
  readonly help: string;
  /** Only where the meaning is beyond doubt: the same value in other letters, or by another name. */
  readonly fix: Fix | undefined;
}

/** What a person probably meant by a value that nothing in the catalogue has. */
export function suggestValue(
  constraint: Constraint,
  value: Located<string>,
  compiled: CompiledPool,
  context: RuleContext,
): Suggestion {
  const counts = valueCounts(compiled.table.types, constraint.key);
  const spec = context.labels.specs.get(constraint.key);
  const candidates = [...new Set([...counts.keys(), ...(spec?.values ?? [])])].filter(isShowable);
  const same = sameValue(value.value, candidates, spec?.synonyms);
  if (same !== undefined) {
    const why =
      same.toLowerCase() === value.value.toLowerCase()
        ? 'Label values are case-sensitive'
        : 'It is spelt differently here';
    return {
      help: `${why}: write \`${same}\`${typesText(counts.get(same), constraint.key)}.`,
      fix: rewriteFix(value.origin, same),
    };
  }
  return { help: guess(constraint, value.value, candidates, counts), fix: undefined };
}

/** Neither empty nor a placeholder for something that the definition leaves open. */
function isShowable(value: string): boolean {
  return value !== '' && labelValueProblem(value) === undefined;
}

function sameValue(
  value: string,
  candidates: readonly string[],
  synonyms: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const lower = value.toLowerCase();
  const synonym = synonyms?.get(lower);
  if (synonym !== undefined && candidates.includes(synonym)) return synonym;
  const matches = candidates.filter((candidate) => candidate.toLowerCase() === lower);
  return matches.length === 1 ? matches[0] : undefined;
}

function guess(
  constraint: Constraint,
  value: string,
  candidates: readonly string[],
  counts: ReadonlyMap<string, number>,
): string {
  const name = nameOf(constraint.key);
  if (candidates.length === 0) return `No type of the catalogue has the label \`${name}\`.`;
  const numbers = candidates.filter((one) => /^[0-9]+$/.test(one));
  if (numbers.length === candidates.length && /^[0-9]+$/.test(value)) return nearest(name, value, numbers);
  const meant = didYouMean(value, candidates);
  const question =
    meant === undefined ? '' : `Did you mean \`${meant}\`${typesText(counts.get(meant), constraint.key)}? `;
  if (candidates.length > MAX_LISTED) return question.trimEnd() || `No value of \`${name}\` resembles it.`;
  return `${question}Values of \`${name}\` are ${listed(candidates.toSorted(), MAX_LISTED)}.`;
}

function nearest(name: string, value: string, numbers: readonly string[]): string {
  const wanted = BigInt(value);
  const sorted = numbers.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  const above = sorted.findIndex((one) => BigInt(one) > wanted);
  const around = above < 0 ? sorted.slice(-2) : sorted.slice(Math.max(0, above - 1), above + 1);
  return `The nearest values of \`${name}\` are ${listed(around)}.`;
}

/** Says that a value does not exist: of a type or zone in plain words, of another label by its name. */
export function missingText(key: string, value: string, { table }: CompiledPool): string {
  if (nameOf(key) === 'instance-type') return `there is no instance type ${quoted(value)}`;
  if (key === ZONE_KEY && table.pricing.zonesAssumed === undefined)
    return `${quoted(value)} is not one of the cluster's zones`;
  return `none of the ${table.types.length} instance types has ${quoted(nameOf(key))} ${quoted(value)}`;
}

/** Saying that one type has a type's name, or that all are in a zone, would tell nothing. */
function typesText(count: number | undefined, key: string): string {
  const tells = count !== undefined && key !== ZONE_KEY && nameOf(key) !== 'instance-type';
  return tells ? ` (${counted(count, 'instance type')})` : '';
}
