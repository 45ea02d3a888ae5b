import type * as z from 'zod';
import type { Fix } from '../diagnostics/diagnostic.ts';
import type { LocatedMap, LocatedScalar, LocatedValue } from '../diagnostics/located.ts';
import { replacementFix, scalarFix } from '../diagnostics/replacement.ts';
import type { SchemaProblem, SchemaProblemContext } from '../diagnostics/schema-issues.ts';
import { spanText } from '../diagnostics/entry-fixes.ts';
import { dashFix } from './fixes.ts';
import { unwrapSchema } from './unwrap-schema.ts';

const TRUE_WORDS = new Set(['true', 'yes', 'on', 'y']);
const FALSE_WORDS = new Set(['false', 'no', 'off', 'n']);

/** The name before version 1 of Karpenter's API, and since. */
const RENAMED: ReadonlyMap<string, string> = new Map([['whenunderutilized', 'WhenEmptyOrUnderutilized']]);

/** Adds what to write instead to a finding about a value, where that can be known. `wanted` is its schema. */
export function suggestValue(
  problem: SchemaProblem,
  { issue, value }: SchemaProblemContext,
  wanted: z.core.$ZodTypes | undefined,
): SchemaProblem {
  if (value === undefined || value.origin.span.start === value.origin.span.end) return problem;
  if (issue.code === 'invalid_value' && value.kind === 'scalar') {
    return suggestWord({ ...problem, code: 'PW2022' }, value, issue.values ?? []);
  }
  if (issue.code !== 'invalid_type') return problem;
  if (issue.expected === 'array') return suggestList(problem, value, wanted);
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return problem;
  const meant = issue.expected === 'boolean' ? flagMeant(value.value) : numberMeant(value.value);
  if (meant === undefined || issue.expected === 'object' || issue.expected === 'record') return problem;
  const fix = value.style === 'block' ? undefined : replacementFix(value.origin, meant);
  return { ...problem, help: `Write \`${meant}\`, without quotes.`, fix };
}

function suggestWord(
  problem: SchemaProblem,
  value: LocatedScalar,
  allowed: readonly unknown[],
): SchemaProblem {
  const written = value.text.toLowerCase();
  const same = allowed.find((word): word is string => String(word).toLowerCase() === written);
  if (same !== undefined)
    return { ...problem, help: `Write \`${same}\`: case counts.`, fix: scalarFix(value, same) };
  // `off` is text to YAML 1.2, but people who know YAML 1.1 write what it was there.
  if (value.value === false && allowed.includes('off')) {
    return { ...problem, help: 'Write `off`.', fix: replacementFix(value.origin, 'off') };
  }
  const current = RENAMED.get(written);
  return current !== undefined && allowed.includes(current)
    ? { ...problem, help: `It is called \`${current}\` since version 1 of the API.` }
    : problem;
}

/** What YAML 1.1 readers, and people, take for true or false. */
function flagMeant(text: string): string | undefined {
  const word = text.toLowerCase();
  if (TRUE_WORDS.has(word)) return 'true';
  return FALSE_WORDS.has(word) ? 'false' : undefined;
}

function numberMeant(text: string): string | undefined {
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) ? text : undefined;
}

/** One thing where a list of such things is wanted. */
function suggestList(
  problem: SchemaProblem,
  value: LocatedValue,
  wanted: z.core.$ZodTypes | undefined,
): SchemaProblem {
  if (wanted?._zod.def.type !== 'array') return problem;
  const ofMaps = unwrapSchema(wanted._zod.def.element)._zod.def.type === 'object';
  const fix = value.kind === 'map' ? ofMaps && mapFix(value) : !ofMaps && scalarListFix(value);
  if (!fix) return problem;
  return { ...problem, help: 'Write a list with this as its only item.', fix };
}

/** A map of maps is rather a dictionary of items. */
function mapFix(map: LocatedMap): Fix | undefined {
  const values = [...map.entries.values()].map((entry) => entry.value);
  return values.length > 0 && values.every((value) => value.kind !== 'map') ? dashFix(map) : undefined;
}

function scalarListFix(value: LocatedValue): Fix | undefined {
  if (value.kind !== 'scalar' || value.style === 'block') return undefined;
  const text = spanText(value.origin.span);
  // A plain scalar may hold what would end the item in a flow list.
  if (value.style === 'plain' && /[,[\]{}\r\n]/.test(text)) return undefined;
  return replacementFix(value.origin, `[${text}]`);
}
