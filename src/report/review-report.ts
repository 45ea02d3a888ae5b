import type { Review } from '../model/review.ts';
import { reportDiagnostic } from './check-report.ts';
import type { ReviewReport } from './review-contract.ts';
import { reviewReportCluster, type ReviewReportClusterOptions } from './review-report-cluster.ts';
import type { WholeBudget } from './review-report-cost.ts';
import { wholeReview } from './review-whole.ts';

export interface ReviewReportOptions extends ReviewReportClusterOptions {
  readonly poolwrightVersion: string;
  /** What to give to `poolwright` to see it again: `['diff', 'git:main']`. */
  readonly arguments: readonly string[];
}

/** The contract's view of a review. Of its total cost only the budgets are taken; the sums are those of the clusters. */
export function reviewReport(review: Review, options: ReviewReportOptions): ReviewReport {
  const { cost } = review;
  return wholeReview({
    poolwrightVersion: options.poolwrightVersion,
    arguments: options.arguments,
    base: review.base,
    head: review.head,
    at: review.at,
    clusters: review.clusters.map((cluster) => reviewReportCluster(cluster, options)),
    findings: review.findings.map(({ diagnostic, known }) => ({ ...reportDiagnostic(diagnostic), known })),
    resolved: review.resolved.map(reportDiagnostic),
    budgets: {
      ...(cost.before === undefined ? {} : { before: budgetOf(cost.before) }),
      ...(cost.after === undefined ? {} : { after: budgetOf(cost.after) }),
    },
  });
}

function budgetOf({ maxMonthlyUsd, maxMonthlyUsdAtLimits }: WholeBudget): WholeBudget {
  return {
    ...(maxMonthlyUsd === undefined ? {} : { maxMonthlyUsd }),
    ...(maxMonthlyUsdAtLimits === undefined ? {} : { maxMonthlyUsdAtLimits }),
  };
}
