import type { ClusterComparison, PlanComparison, PlanDifference } from '../model/plan-comparison.ts';
import { locate, REPORT_API_VERSION, reportDiagnostic } from './check-report.ts';
import type { ComparisonReport, ComparisonReportCluster, ReportDifference } from './comparison-contract.ts';
import { reportCluster } from './plan-report.ts';

/** The contract's view of a comparison. */
export function comparisonReport({ clusters }: PlanComparison): ComparisonReport {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'PlanComparison',
    clusters: clusters.map(comparedCluster),
  };
}

function comparedCluster({ name, file, sides, differences }: ClusterComparison): ComparisonReportCluster {
  const reported = sides.map(({ backend, plan, problems, missingPools }) => ({
    backend,
    plan: reportCluster(plan),
    problems: problems.map(reportDiagnostic),
    missingPools,
  }));
  const scenario = reported[0]?.plan.scenario;
  return {
    name,
    file,
    ...(scenario === undefined ? {} : { scenario }),
    sides: reported,
    differences: differences.map(reportDifference),
  };
}

function reportDifference({ code, backend, nodePool, message, source }: PlanDifference): ReportDifference {
  return {
    code,
    ...(backend === undefined ? {} : { backend }),
    ...(nodePool === undefined ? {} : { nodePool }),
    message,
    ...(source === undefined ? {} : { source: locate(source) }),
  };
}
