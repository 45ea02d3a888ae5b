import type { ChangeKind, ReviewedState } from '../model/review.ts';
import { REPORT_API_VERSION, type ReportDiagnostic, summarise } from './check-report.ts';
import type {
  ReviewReport,
  ReviewReportCluster,
  ReviewReportDanger,
  ReviewReportFinding,
  ReviewReportPool,
  ReviewReportSummary,
} from './review-contract.ts';
import { reviewTotal, type WholeBudget } from './review-report-cost.ts';

/** Everything of a review that is not computed from the rest of it. */
export interface ReviewParts {
  readonly poolwrightVersion: string;
  readonly arguments: readonly string[];
  readonly base: ReviewedState;
  readonly head: ReviewedState;
  readonly at?: string | undefined;
  readonly clusters: readonly ReviewReportCluster[];
  readonly findings: readonly ReviewReportFinding[];
  readonly resolved: readonly ReportDiagnostic[];
  /** The budgets of all clusters together, of either state. */
  readonly budgets: { readonly before?: WholeBudget; readonly after?: WholeBudget };
}

/** Clusters and findings put together: from one run, or from several that each looked at some of the clusters. */
export function wholeReview(parts: ReviewParts): ReviewReport {
  const { clusters, findings, resolved, at, budgets } = parts;
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'Review',
    poolwrightVersion: parts.poolwrightVersion,
    arguments: parts.arguments,
    base: parts.base,
    head: parts.head,
    ...(at === undefined ? {} : { at }),
    clusters,
    findings,
    resolved,
    cost: reviewTotal(clusters, budgets),
    summary: summaryOf(clusters, findings),
  };
}

function summaryOf(
  clusters: readonly ReviewReportCluster[],
  findings: readonly ReviewReportFinding[],
): ReviewReportSummary {
  const pools = clusters.flatMap(({ nodePools }) => nodePools);
  const dangers = clusters.flatMap(dangersOf);
  const rotating = pools.filter(({ rotation }) => rotation.scope !== 'none');
  const change = (of: readonly { readonly change: ChangeKind }[], kind: ChangeKind) =>
    of.filter((one) => one.change === kind).length;
  return {
    ...summarise([...findings, ...dangers]),
    newFindings: summarise(findings.filter(({ known }) => !known)),
    dangers: summarise(dangers),
    clusters: {
      added: change(clusters, 'added'),
      removed: change(clusters, 'removed'),
      changed: change(clusters, 'changed'),
      unchanged: change(clusters, 'unchanged'),
    },
    nodePools: {
      added: change(pools, 'added'),
      removed: change(pools, 'removed'),
      renamed: change(pools, 'renamed'),
      changed: change(pools, 'changed'),
      unchanged: change(pools, 'unchanged'),
    },
    rotatingNodePools: rotating.length,
    rotatingNodes: sumOf(rotating, ({ rotation }: ReviewReportPool) => rotation.nodes?.count ?? 0),
    podsLost: sumOf(clusters, ({ placement }) => sumOf(placement?.lost ?? [], ({ count }) => count)),
  };
}

function dangersOf({ dangers, nodePools }: ReviewReportCluster): readonly ReviewReportDanger[] {
  return [...dangers, ...nodePools.flatMap((pool) => pool.dangers)];
}

function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
