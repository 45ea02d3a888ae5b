import { applyPolicy, type Policy } from '../diagnostics/apply-policy.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { readIgnoreComments } from '../documents/ignore-comments.ts';
import type { Cluster } from '../model/cluster.ts';

/** Findings with the levels that a cluster gives them, and without those that a comment in their file silences. */
export function levelled(findings: readonly Diagnostic[], cluster: Cluster): readonly Diagnostic[] {
  // Errors cannot be silenced.
  const silenceable = findings.filter(({ severity }) => severity !== 'error');
  return applyPolicy(findings, policyOf(cluster, new Set(silenceable.map(({ span }) => span.source))));
}

/** What a cluster decides about findings in its own files. */
export function clusterPolicy(cluster: Cluster): Policy {
  const { source, defaultsSource } = cluster;
  return policyOf(cluster, [source, ...(defaultsSource === undefined ? [] : [defaultsSource])]);
}

function policyOf({ settings }: Cluster, sources: Iterable<Source>): Policy {
  // Dumps have no comments.
  const texts = [...sources].filter(({ file }) => /\.ya?ml$/.test(file));
  return {
    levels: new Map([...settings.rules].map(([code, level]) => [code, level.value])),
    ignores: texts.flatMap((source) => readIgnoreComments(source).ignores),
  };
}
