import type { BackendName } from '../model/backend-name.ts';
import type { CapacityType, PriceFlag, PricingNote } from '../model/instance-type.ts';
import type {
  DomainCount,
  Interval,
  LimitUse,
  PlannedNode,
  TypeCount,
  WorkloadCount,
} from '../model/plan.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import type { REPORT_API_VERSION, ReportDiagnostic, ReportLocation, ReportSummary } from './check-report.ts';

/**
 * The versioned JSON contract of `plan` (docs/plan.md). Fields may be added to it, never changed or removed within one
 * apiVersion. The reporters of a plan read only this.
 */
export interface PlanReport {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'Plan';
  readonly clusters: readonly PlanReportCluster[];
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly summary: ReportSummary;
}

export interface PlanReportCluster {
  readonly name: string;
  readonly file: string;
  readonly scenario?: { readonly name: string; readonly description?: string };
  readonly workloads: WorkloadCount;
  readonly nodeClaims: readonly PlanReportNodeClaim[];
  readonly nodeGroups: readonly PlanReportNodeGroup[];
  readonly existingNodes: readonly PlannedNode[];
  readonly unschedulable: readonly PlanReportUnschedulable[];
  readonly nodePools: readonly PlanReportPool[];
  readonly cost: PlanReportCost;
  readonly utilisation?: PlanReportUtilisation;
  readonly lowerBound?: PlanReportBound;
  readonly spread: readonly PlanReportSpread[];
  readonly relaxedPods: readonly { readonly pod: string; readonly given: readonly string[] }[];
  readonly pricing: PricingNote;
  readonly notes: readonly string[];
  /** Absent: what comes out is not left to chance. */
  readonly range?: PlanReportRange;
}

export interface PlanReportRange {
  readonly runs: number;
  readonly nodes: Interval;
  readonly podsLeft: Interval;
  readonly expectedPerHourUsd: Interval;
  readonly expectedPerMonthUsd: Interval;
}

export interface PlanReportNodeGroup {
  readonly name: string;
  readonly nodePool: string;
  readonly add: number;
  readonly pods: readonly string[];
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly currentSize: number;
  readonly maxSize: number;
  /** Of one machine. Absent where none is known. */
  readonly price?: PlanReportOffering;
  readonly utilisation: PlanReportUtilisation;
  /** Machines added over the simulated runs. Absent: the same in all of them. */
  readonly range?: Interval;
}

export interface PlanReportNodeClaim {
  readonly name: string;
  readonly nodePool: string;
  /** The MachineDeployment it is taken from, with the backend `karpenter-cluster-api`. */
  readonly nodeGroup?: string;
  readonly pods: readonly string[];
  readonly instanceTypes: readonly string[];
  readonly instanceTypeCount: number;
  readonly cheapest: PlanReportOffering;
  readonly zones: readonly string[];
  readonly capacityType: CapacityType;
  /** Absent where no type has a price. */
  readonly cost?: {
    readonly floorPerHourUsd: number;
    readonly expectedPerHourUsd: number;
    readonly worstPerHourUsd: number;
  };
  readonly utilisation: PlanReportUtilisation;
}

export interface PlanReportOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly pricePerHourUsd?: number;
  readonly date?: string;
  readonly flags: readonly PriceFlag[];
}

/** Parts of what there is for pods, from 0 to 1, with the amounts. */
export interface PlanReportUtilisation {
  readonly cpu: number;
  readonly memory: number;
  readonly requested: { readonly cpuMilli: number; readonly memoryBytes: number };
  readonly allocatable: { readonly cpuMilli: number; readonly memoryBytes: number };
}

export interface PlanReportUnschedulable {
  readonly pod: string;
  readonly owner?: WorkloadOwner;
  /** Where the pod is written. */
  readonly source?: ReportLocation;
  readonly onlyLimits: boolean;
  readonly laterBatch: boolean;
  readonly reasons: readonly PlanReportReason[];
}

export interface PlanReportReason {
  readonly nodePool?: string;
  readonly code: string;
  readonly message: string;
  readonly source?: ReportLocation;
}

export interface PlanReportPool {
  readonly name: string;
  readonly backend: BackendName;
  readonly nodeClaims: number;
  /** New nodes, whoever makes them. */
  readonly nodes: number;
  readonly pods: number;
  readonly cheapestTypes: readonly TypeCount[];
  readonly cost: PlanReportCost;
  readonly utilisation?: PlanReportUtilisation;
  readonly limits: readonly PlanReportLimit[];
  readonly probe?: PlanReportProbe;
}

export interface PlanReportLimit extends Omit<LimitUse, 'origin'> {
  readonly source: ReportLocation;
}

export interface PlanReportProbe {
  readonly launches: boolean;
  readonly cheapest?: PlanReportOffering;
  readonly reasons?: readonly PlanReportReason[];
}

export interface PlanReportCost {
  readonly floorPerHourUsd: number;
  readonly expectedPerHourUsd: number;
  readonly atLimitsPerHourUsd: number | null;
  readonly atLimitsReason?: string;
  readonly floorPerMonthUsd: number;
  readonly expectedPerMonthUsd: number;
  readonly atLimitsPerMonthUsd: number | null;
  readonly existingPerHourUsd: number;
  /** Nodes that are there already, which `existingPerHourUsd` leaves out because nothing tells their price. */
  readonly unpricedExistingNodes: number;
  readonly unpricedNodeClaims: number;
}

export interface PlanReportBound {
  readonly perHourUsd: number;
  readonly floorPerHourUsd: number;
  /** How far the floor is above the bound. */
  readonly abovePercent: number;
  readonly bindingResource: string;
}

export interface PlanReportSpread {
  readonly namespace: string;
  readonly owner?: WorkloadOwner;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
  readonly maxSkew: number;
  readonly skew: number;
  readonly undecided: number;
  readonly domains: readonly DomainCount[];
}
