import type { Severity } from '../diagnostics/severity.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import type { PricingNote } from '../model/instance-type.ts';
import type { Interval, TypeCount } from '../model/plan.ts';
import type {
  ChangedInput,
  ChangeKind,
  OverlapChange,
  PodMove,
  ReviewedState,
  RotatedNodes,
  RotationCalendar,
  RotationHashes,
  ScenarioChange,
  TypeChange,
} from '../model/review.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import type { ReviewShard } from './report-shard.ts';
import type { REPORT_API_VERSION, ReportDiagnostic, ReportLocation, ReportSummary } from './check-report.ts';

/**
 * The versioned JSON contract of `diff` (docs/diff.md). Fields may be added to it, never changed or removed within one
 * apiVersion. Everything that shows a review, comments on it or merges it reads only this.
 */
export interface ReviewReport {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'Review';
  readonly poolwrightVersion: string;
  /** What to give to `poolwright` to see it again: `['diff', 'git:main']`. */
  readonly arguments: readonly string[];
  readonly base: ReviewedState;
  readonly head: ReviewedState;
  /** From when on rotations are laid out: RFC 3339, UTC. Absent: nobody asked for a calendar. */
  readonly at?: string;
  /** In the order of head's files; clusters that are gone come last. */
  readonly clusters: readonly ReviewReportCluster[];
  /** Head's findings: of its definitions, workloads and budgets. Sorted by file and position. */
  readonly findings: readonly ReviewReportFinding[];
  /** Findings of base that head has no more. */
  readonly resolved: readonly ReportDiagnostic[];
  /** Of all clusters together. */
  readonly cost: ReviewReportTotal;
  readonly summary: ReviewReportSummary;
  /** Of a run with `--shard`: what `merge` needs. */
  readonly shard?: ReviewShard;
}

/** What can be counted in the rest of the report. */
export interface ReviewReportSummary extends ReportSummary {
  /** Of the findings, how many base does not have. `errors`, `warnings`, `infos` count head's findings and all dangers. */
  readonly newFindings: ReportSummary;
  readonly dangers: ReportSummary;
  readonly clusters: Readonly<Record<Exclude<ChangeKind, 'renamed'>, number>>;
  readonly nodePools: Readonly<Record<ChangeKind, number>>;
  /** Pools of which nodes are replaced, and how many nodes, as far as somebody counted them. */
  readonly rotatingNodePools: number;
  readonly rotatingNodes: number;
  /** Pods that had a place and have none. */
  readonly podsLost: number;
}

export interface ReviewReportFinding extends ReportDiagnostic {
  /** Base has the same finding. */
  readonly known: boolean;
}

export interface ReviewReportCluster {
  readonly name: string;
  /** The definition: head's, or base's of a cluster that is gone. */
  readonly file: string;
  /** Where base has it, if elsewhere. */
  readonly baseFile?: string;
  readonly change: Exclude<ChangeKind, 'renamed'>;
  /** States in which the definition has errors. What they fail at is not compared. */
  readonly failed: readonly ('base' | 'head')[];
  /** In the order of head's definition; pools that are gone come last. */
  readonly nodePools: readonly ReviewReportPool[];
  /** Every object that differs, sorted by key. */
  readonly objects: readonly ReviewReportObject[];
  /** Of the cluster as a whole. */
  readonly dangers: readonly ReviewReportDanger[];
  readonly cost: ReviewReportCostChange;
  /** How many pods each state has to place; 0 where the cluster is not there, fails, or has no workloads. Absent: none in either. */
  readonly pods?: { readonly before: number; readonly after: number };
  /** Absent: there are no workloads to place, on one side or the other. */
  readonly placement?: ReviewReportPlacement;
  /** What figures are made from besides the objects, as far as it differs. @default nothing of it differs */
  readonly changedInputs?: readonly ChangedInput[];
  /** One for each scenario that either side defines; those without a change too. */
  readonly scenarios: readonly ScenarioChange[];
  readonly overlaps: readonly OverlapChange[];
  /** What is assumed about head's prices, zones and offerings. */
  readonly pricing: PricingNote;
  /** What must be said besides, as sentences. */
  readonly notes: readonly string[];
}

export interface ReviewReportLocation extends ReportLocation {
  /** The place is in base's text, and not in head's. @default it is in head's */
  readonly side?: 'base';
}

export interface ReviewReportObject {
  /** `NodePool/default`, `MachineDeployment/infra/web-default-…`. */
  readonly key: string;
  readonly pool?: string;
  readonly change: 'added' | 'removed' | 'changed';
  /**
   * The object as YAML, in the manner of `diff -u` without a header: each line starts with a blank, `+` or `-`; parts
   * that are left out end in a line `@@ … @@`. Whole objects where one is added or removed.
   */
  readonly diff: string;
}

export interface ReviewReportPool {
  readonly name: string;
  readonly change: ChangeKind;
  readonly renamedFrom?: string;
  readonly backend: BackendName;
  /** What changes, most important first: clauses without a full stop. Empty: nothing does. */
  readonly summary: readonly string[];
  /** Absent: one side could not be compiled. */
  readonly types?: TypeChange;
  readonly fields: readonly ReviewReportField[];
  readonly rotation: ReviewReportRotation;
  readonly dangers: readonly ReviewReportDanger[];
  readonly cost: ReviewReportCostChange;
  /** Where the pool is written: in head, or in base if it is gone. */
  readonly source: ReviewReportLocation;
}

export interface ReviewReportField {
  readonly kind: string;
  /** JSON pointer into the object. */
  readonly pointer: string;
  /** Absent: undefined there. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly message: string;
  readonly source?: ReviewReportLocation;
}

export interface ReviewReportRotation {
  readonly scope: 'none' | 'all' | 'partial';
  readonly predicate?: string;
  readonly causes: readonly ReviewReportCause[];
  /** What cannot be decided without the cloud, as sentences. */
  readonly undecided: readonly string[];
  readonly hashes?: RotationHashes;
  readonly nodes?: RotatedNodes;
  readonly calendar?: RotationCalendar;
}

export interface ReviewReportCause {
  readonly kind: string;
  readonly path: string;
  readonly message: string;
  readonly scope: 'all' | 'partial';
  readonly reason: string;
  readonly source?: ReviewReportLocation;
}

export interface ReviewReportDanger {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The way out. */
  readonly help?: string;
  readonly source: ReviewReportLocation;
}

export interface ReviewReportCostChange {
  readonly before?: ReviewReportCost;
  readonly after?: ReviewReportCost;
}

/**
 * Sums over clusters. Both sides are about the same ones, so that their difference is that of the change: a cluster in
 * which a definition fails is in neither; one whose expected cost is known in one state only, because it has no
 * workloads in the other, is in the sums at limits alone.
 */
export interface ReviewReportTotal extends ReviewReportCostChange {
  /** Names of those clusters, in the order of `clusters`. Absent: there are none. */
  readonly without?: readonly string[];
}

/** US dollars, rounded: an hour to the millionth, a month of 730 hours to the cent. */
export interface ReviewReportCost {
  readonly floorPerHourUsd?: number;
  readonly floorPerMonthUsd?: number;
  readonly expectedPerHourUsd?: number;
  readonly expectedPerMonthUsd?: number;
  /** Of nodes that are there already; not part of the other figures. */
  readonly existingPerHourUsd?: number;
  /** Null: there is no bound, and why. */
  readonly atLimitsPerHourUsd: number | null;
  readonly atLimitsPerMonthUsd: number | null;
  readonly atLimitsReason?: string;
  readonly nodes?: number;
  readonly cheapestTypes?: readonly TypeCount[];
  /** Nodes that the figures leave out. */
  readonly unpricedNodes?: number;
  /** Where the Cluster Autoscaler leaves to chance what comes out: the least and the most over its simulated runs. */
  readonly nodesRange?: Interval;
  readonly expectedRangePerHourUsd?: Interval;
  readonly maxMonthlyUsd?: number;
  readonly maxMonthlyUsdAtLimits?: number;
  /** The oldest price used, ISO date. */
  readonly priceDate?: string;
}

export interface ReviewReportPlacement {
  readonly podsBefore: number;
  readonly podsAfter: number;
  readonly lost: readonly ReviewReportPods[];
  readonly gained: readonly ReviewReportPods[];
  readonly moved: readonly PodMove[];
  readonly unplacedNew: readonly ReviewReportPods[];
  readonly unplacedBefore: number;
  readonly unplacedAfter: number;
  /** Pods that get a place as soon as the first nodes have joined; in no other count and no list. */
  readonly waitingBefore: number;
  readonly waitingAfter: number;
  /** Where chance decides how many: the least and the most over the simulated runs. */
  readonly unplacedRangeBefore?: Interval;
  readonly unplacedRangeAfter?: Interval;
}

export interface ReviewReportPods {
  /** Absent for a bare pod. */
  readonly owner?: WorkloadOwner;
  /** `<namespace>/<name>` of the first one. */
  readonly pod: string;
  readonly count: number;
  readonly reasons: readonly ReviewReportReason[];
}

export interface ReviewReportReason {
  readonly nodePool?: string;
  readonly message: string;
  readonly source?: ReviewReportLocation;
}
