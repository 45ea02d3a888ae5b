import { atLeast } from '../diagnostics/apply-policy.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { placeAndKind } from '../diagnostics/fold-pools.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Compilation } from '../model/compilation.ts';
import { outcomeOf } from './exit-code.ts';
import { type Judged, judgedCompilation } from './judged.ts';

/** The findings that make a run fail, of a compilation. */
export function failingFindings(
  compilation: Compilation,
  failOn: Severity | undefined,
): ReadonlySet<Diagnostic> {
  return failing(judgedCompilation(compilation), failOn);
}

/**
 * The findings that make a run fail: at or above `--fail-on`, else the `fail_on` of a cluster they belong to, else
 * errors. Workloads that do not fit and money are not among them: they have exit codes of their own.
 */
export function failing(
  { clusters, diagnostics: all }: Judged,
  failOn: Severity | undefined,
): ReadonlySet<Diagnostic> {
  // A finding about shared defaults comes once for each cluster and is reported once.
  const levels = new Map<string, Set<Severity>>();
  for (const { failOn: level, diagnostics } of clusters) {
    for (const found of diagnostics) {
      const key = placeAndKind(found);
      const known = levels.get(key);
      if (known === undefined) levels.set(key, new Set([level]));
      else known.add(level);
    }
  }
  return new Set(
    all.filter((found) => {
      if (outcomeOf(found) !== undefined) return false;
      const wanted =
        failOn === undefined ? (levels.get(placeAndKind(found)) ?? ['error' as const]) : [failOn];
      return [...wanted].some((level) => atLeast(found.severity, level));
    }),
  );
}
