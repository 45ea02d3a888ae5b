import type { BackendName } from '../model/backend-name.ts';
import type { DifferenceCode } from '../model/plan-comparison.ts';
import type { REPORT_API_VERSION, ReportDiagnostic, ReportLocation } from './check-report.ts';
import type { PlanReportCluster } from './plan-contract.ts';

/**
 * The versioned JSON contract of `plan --compare` (docs/plan.md). Fields may be added to it, never changed or removed within
 * one apiVersion. The reporters of a comparison read only this.
 */
export interface ComparisonReport {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'PlanComparison';
  readonly clusters: readonly ComparisonReportCluster[];
}

export interface ComparisonReportCluster {
  readonly name: string;
  /** The definition. */
  readonly file: string;
  readonly scenario?: { readonly name: string; readonly description?: string };
  /** The backend of the definition first. */
  readonly sides: readonly ComparisonReportSide[];
  readonly differences: readonly ReportDifference[];
}

export interface ComparisonReportSide {
  readonly backend: BackendName;
  readonly plan: PlanReportCluster;
  /** Errors that the definition has with this backend and not as it is written. */
  readonly problems: readonly ReportDiagnostic[];
  readonly missingPools: readonly string[];
}

export interface ReportDifference {
  readonly code: DifferenceCode;
  /** Absent: it concerns all of them. */
  readonly backend?: BackendName;
  readonly nodePool?: string;
  readonly message: string;
  /** The line that decides it. */
  readonly source?: ReportLocation;
}
