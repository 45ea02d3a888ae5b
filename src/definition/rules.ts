import type { CodeSpec } from '../diagnostics/code-spec.ts';
import { CODES } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import { readMap, readWord } from './read-located.ts';
import type { Located } from '../diagnostics/located.ts';
import type { RuleLevel } from '../model/cluster.ts';

/** The `rules` setting: which level findings of a code have. */
export function readRules(settings: LocatedMap): ReadonlyMap<string, Located<RuleLevel>> {
  const rules = readMap(settings, 'rules');
  const levels = new Map<string, Located<RuleLevel>>();
  for (const code of rules?.entries.keys() ?? []) {
    const level = rules === undefined ? undefined : readWord<RuleLevel>(rules, code);
    if (level !== undefined) levels.set(code, level);
  }
  return levels;
}

/** Codes of `rules` exist, and are not errors: those cannot be lowered. */
export function* checkRules(value: LocatedValue): Iterable<Diagnostic> {
  if (value.kind !== 'map') return;
  for (const entry of value.entries.values()) {
    const problem = codeProblem(entry);
    if (problem !== undefined) yield problem;
  }
}

function codeProblem({ key, keySpan }: LocatedEntry): Diagnostic | undefined {
  const codes: Readonly<Record<string, CodeSpec>> = CODES;
  const spec = Object.hasOwn(codes, key) ? codes[key] : undefined;
  if (spec === undefined) {
    return diagnostic('PW2063', keySpan, `there is no finding with the code \`${key}\``, {
      help: 'Codes look like `PW2012`. The list of diagnostics has them all.',
    });
  }
  if (spec.severity !== 'error') return undefined;
  return diagnostic('PW2064', keySpan, `\`${key}\` is an error, and errors cannot be lowered`, {
    help: `It means: ${lowerFirst(spec.title)}. Mend what it reports instead.`,
  });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
