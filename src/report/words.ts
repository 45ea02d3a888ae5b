import type { Severity } from '../diagnostics/severity.ts';
import type { CheckReport, ReportSummary } from './check-report.ts';

/** `1 error`, `3 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `2 errors, 1 warning`; kinds that did not occur are left out; empty when nothing did. */
export function countedFindings(summary: ReportSummary): string {
  const parts: readonly (readonly [number, string])[] = [
    [summary.errors, 'error'],
    [summary.warnings, 'warning'],
    [summary.infos, 'info'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun))
    .join(', ');
}

/** `2 clusters, 12 node pools`; of manifests `40 objects, 12 node groups`. */
export function countedClusters({ clusters, manifests }: CheckReport): string {
  const pools = clusters.reduce((sum, cluster) => sum + cluster.nodePools.length, 0);
  return [
    ...(manifests === undefined || clusters.length > 0
      ? [counted(clusters.length, 'cluster'), counted(pools, 'node pool')]
      : []),
    ...(manifests === undefined ? [] : [counted(manifests.objects, 'object'), ...countedGroups(manifests)]),
  ].join(', ');
}

/** CRDs judge objects that have to do with no group at all. */
function countedGroups({ objects, nodeGroups }: NonNullable<CheckReport['manifests']>): readonly string[] {
  return objects > 0 && nodeGroups.length === 0 ? [] : [counted(nodeGroups.length, 'node group')];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Errors before warnings before infos; the order within a severity is kept. */
export function worstFirst<T extends { readonly severity: Severity }>(findings: readonly T[]): readonly T[] {
  return findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
