import { atLeast } from '../diagnostics/apply-policy.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Compilation } from '../model/compilation.ts';

/**
 * The findings that make a run fail: at or above `--fail-on`, else the `fail_on` of a cluster they belong to, else
 * errors.
 */
export function failingFindings(
  compilation: Compilation,
  failOn: Severity | undefined,
): ReadonlySet<Diagnostic> {
  const levels = new Map<string, Severity[]>();
  for (const { cluster, diagnostics } of compilation.clusters) {
    for (const found of diagnostics) {
      const key = identity(found);
      const known = levels.get(key);
      if (known === undefined) levels.set(key, [cluster.settings.failOn.value]);
      else known.push(cluster.settings.failOn.value);
    }
  }
  return new Set(
    compilation.diagnostics.filter((found) => {
      const wanted = failOn === undefined ? (levels.get(identity(found)) ?? ['error' as const]) : [failOn];
      return wanted.some((level) => atLeast(found.severity, level));
    }),
  );
}

/** Findings about shared defaults come once for each cluster and are reported once. */
function identity({ code, span, message }: Diagnostic): string {
  return `${code}\n${span.source.file}\n${span.start}\n${span.end}\n${message}`;
}
