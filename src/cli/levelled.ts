import { applyPolicy } from '../diagnostics/apply-policy.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { readIgnoreComments } from '../documents/ignore-comments.ts';
import type { Cluster } from '../model/cluster.ts';

/** Findings with the levels that a cluster gives them, and without those that a comment in their file silences. */
export function levelled(findings: readonly Diagnostic[], { settings }: Cluster): readonly Diagnostic[] {
  // Dumps have no comments, and errors cannot be silenced.
  const sources = new Set(
    findings
      .filter(({ severity, span }) => severity !== 'error' && /\.ya?ml$/.test(span.source.file))
      .map(({ span }) => span.source),
  );
  return applyPolicy(findings, {
    levels: new Map([...settings.rules].map(([code, level]) => [code, level.value])),
    ignores: [...sources].flatMap((source) => readIgnoreComments(source).ignores),
  });
}
