import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { BackendName } from './backend-name.ts';
import type { CapacityType, PriceFlag, PricingNote } from './instance-type.ts';
import type { Scenario } from './scenario.ts';
import type { WorkloadOwner } from './workloads.ts';

/** Where the workloads of some clusters land, and at what price. */
export interface Plan {
  /** One for each cluster and scenario, clusters in the order of their files. */
  readonly clusters: readonly ClusterPlan[];
  /** What is wrong with the workloads, what does not fit, which budgets are crossed. Sorted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What the workloads of one cluster come to. */
export interface ClusterPlan {
  readonly name: string;
  /** The definition. */
  readonly file: string;
  /** Absent: everything as it is written. */
  readonly scenario?: Scenario;
  readonly workloads: WorkloadCount;
  /** New nodes, in the order in which Karpenter came to need them. */
  readonly nodeClaims: readonly PlannedNodeClaim[];
  /** Node groups that grow, be it in other simulated runs only; by pool in the order of the definition, then by name. */
  readonly nodeGroups: readonly PlannedNodeGroup[];
  /** Nodes that are there and receive pods. */
  readonly existingNodes: readonly PlannedNode[];
  readonly unschedulable: readonly UnschedulablePod[];
  /** In the order of the definition. */
  readonly nodePools: readonly PlannedNodePool[];
  readonly cost: PlannedCost;
  /** Of all new nodes together, each as its cheapest type. Absent without new nodes. */
  readonly utilisation?: Utilisation;
  /** Absent where there is nothing to compare: no new node with a price. */
  readonly lowerBound?: LowerBound;
  readonly spread: readonly SpreadOutcome[];
  readonly relaxed: readonly RelaxedPod[];
  /** What is assumed about prices, zones and offerings. */
  readonly pricing: PricingNote;
  /** What must be said besides, as sentences. */
  readonly notes: readonly string[];
  /** Where the Cluster Autoscaler leaves to chance what comes out. Absent: every run that was simulated came to the same. */
  readonly range?: PlannedRange;
}

/** The least and the most over the simulated runs of the Cluster Autoscaler, for the whole cluster. */
export interface PlannedRange {
  readonly runs: number;
  readonly nodes: Interval;
  readonly podsLeft: Interval;
  /** Expected cost of the new nodes. */
  readonly pricePerHourUsd: Interval;
}

export interface Interval {
  readonly min: number;
  readonly max: number;
}

/** A MachineDeployment that gets more machines. */
export interface PlannedNodeGroup {
  /** Of the MachineDeployment. */
  readonly name: string;
  readonly nodePool: string;
  /** How many machines more; 0 only where it grows in other simulated runs, as `range` says. */
  readonly add: number;
  /** On the new machines: `<namespace>/<name>`, in order of placement. */
  readonly pods: readonly string[];
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** Machines that it has now. */
  readonly currentSize: number;
  readonly maxSize: number;
  /** Of one machine. Absent where none is known. */
  readonly price?: PlannedOffering;
  /** Of the new machines together: pods and daemons, and what a machine really has for pods. */
  readonly utilisation: Utilisation;
  /** Over the simulated runs. Absent: the same in all of them. */
  readonly range?: Interval;
}

export interface WorkloadCount {
  /** To be placed. */
  readonly pods: number;
  readonly boundPods: number;
  readonly daemonSets: number;
  readonly nodes: number;
}

export interface PlannedNodeClaim {
  /** `<pool>-<n>`, counted from 1. */
  readonly name: string;
  readonly nodePool: string;
  /** The MachineDeployment that the machine is taken from, with the backend `karpenter-cluster-api`. */
  readonly nodeGroup?: string;
  /** `<namespace>/<name>`, in order of placement. */
  readonly pods: readonly string[];
  /** What the provider would send to the cloud, cheapest first. */
  readonly instanceTypes: readonly string[];
  /** How many types the NodeClaim allows before the provider drops some. */
  readonly instanceTypeCount: number;
  readonly cheapest: PlannedOffering;
  /** Zones the node may come up in, sorted. */
  readonly zones: readonly string[];
  /** What the cloud would be asked for. */
  readonly capacityType: CapacityType;
  /** Absent where no type has a price. */
  readonly pricePerHourUsd?: NodeClaimPrice;
  readonly utilisation: Utilisation;
}

export interface NodeClaimPrice {
  /** The cheapest offering. */
  readonly floor: number;
  readonly expected: number;
  /** The dearest offering that may come: Karpenter's worst launch price. */
  readonly worst: number;
}

export interface PlannedOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** Absent where none is known. */
  readonly pricePerHourUsd?: number;
  readonly date?: string;
  readonly flags: readonly PriceFlag[];
}

/** What is asked for, daemons included, and what there is for pods. */
export interface Utilisation {
  readonly cpuMilli: Share;
  readonly memoryBytes: Share;
}

export interface Share {
  readonly requested: number;
  readonly allocatable: number;
}

export interface PlannedNode {
  readonly name: string;
  /** `<namespace>/<name>`, in order of placement. */
  readonly pods: readonly string[];
}

export interface UnschedulablePod {
  /** `<namespace>/<name>` */
  readonly pod: string;
  /** Absent for a bare pod. */
  readonly owner?: WorkloadOwner;
  /** Where the pod is written, if a manifest says so. */
  readonly span?: Span;
  /** It would have a place if no pool had limits. */
  readonly onlyLimits: boolean;
  /**
   * It gets a place within the limits once the first nodes have joined: while Karpenter plans a batch, each new node counts
   * as the largest it may become.
   */
  readonly laterBatch: boolean;
  readonly reasons: readonly UnschedulableReason[];
}

export interface UnschedulableReason {
  /** Absent where no pool is to blame. */
  readonly nodePool?: string;
  /** Of Karpenter's failures, told apart; `ignored` where Karpenter does not look at the pod at all. */
  readonly code: string;
  /** A sentence without a final full stop. */
  readonly message: string;
  /** The line that says so: of the definition, or of the manifest where the definition is not to blame. */
  readonly source?: Span;
}

export interface PlannedNodePool {
  readonly name: string;
  readonly backend: BackendName;
  readonly nodeClaims: number;
  /** New nodes, whoever makes them: as many as NodeClaims, or machines that node groups add. */
  readonly nodes: number;
  readonly pods: number;
  /** The cheapest type of each new node, with how many nodes have it; the most frequent first, then by name. */
  readonly cheapestTypes: readonly TypeCount[];
  readonly cost: PlannedCost;
  /** Absent without new nodes. */
  readonly utilisation?: Utilisation;
  readonly limits: readonly LimitUse[];
  /**
   * Whether the pool can launch a node that holds its daemons; asked of pools without a new node.
   * Absent: not asked, because the plan shows it.
   */
  readonly probe?: PoolProbe;
}

export interface TypeCount {
  readonly instanceType: string;
  readonly count: number;
}

export type PoolProbe =
  | { readonly launches: true; readonly cheapest: PlannedOffering; readonly utilisation: Utilisation }
  | { readonly launches: false; readonly reasons: readonly UnschedulableReason[] };

export interface PlannedCost {
  readonly floorPerHourUsd: number;
  readonly expectedPerHourUsd: number;
  /** A bound on what can be spent within the limits. Null: there is none, and why. */
  readonly atLimitsPerHourUsd: number | null;
  readonly atLimitsReason?: string;
  /** Nodes that are there already, by their labels. Not part of the other figures. */
  readonly existingPerHourUsd: number;
  /** Nodes that are there already, without a known price: left out of `existingPerHourUsd`. */
  readonly unpricedExistingNodes: number;
  /** New nodes without any price, which the figures leave out. */
  readonly unpricedNodeClaims: number;
}

/** A bound on what can be spent within limits. */
export type CostBound = Pick<PlannedCost, 'atLimitsPerHourUsd' | 'atLimitsReason'>;

/** What a cluster can cost at most, whatever it runs. */
export interface ClusterCostAtLimits extends CostBound {
  /** In the order of the definition. */
  readonly nodePools: readonly (CostBound & { readonly name: string })[];
}

/** What the plan takes of one limit of a pool. */
export interface LimitUse {
  readonly resource: string;
  readonly limit: string;
  /** In milli-CPU, bytes or pieces, as are the other amounts. */
  readonly limitAmount: number;
  /** By nodes that are there. */
  readonly used: number;
  /** By new nodes, each as its cheapest type. */
  readonly planned: number;
  /** By new nodes, each as the largest type that may come. */
  readonly plannedAtMost: number;
  /** The launch may go beyond the limit: Karpenter does not count this resource while it plans one batch. */
  readonly overshoots: boolean;
  readonly origin: Origin;
}

/** The cheapest anybody could serve the pods of the new nodes, and how far the plan is from it. */
export interface LowerBound {
  readonly perHourUsd: number;
  /** Cost of the nodes it is compared with: those with a price. */
  readonly floorPerHourUsd: number;
  /** What the bound comes from: `cpu`, or `cpu and memory` where both count. */
  readonly bindingResource: string;
}

/** How the pods of one topology spread constraint are spread. */
export interface SpreadOutcome {
  readonly namespace: string;
  /** Absent for bare pods. */
  readonly owner?: WorkloadOwner;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly maxSkew: number;
  /** Pods by domain, sorted; zones without a pod are among them. */
  readonly domains: readonly DomainCount[];
  /** Pods on nodes whose domain the cloud decides. */
  readonly undecided: number;
  /** The largest count less the smallest. */
  readonly skew: number;
}

export interface DomainCount {
  readonly domain: string;
  readonly pods: number;
}

/** A pod that had to give up preferences. */
export interface RelaxedPod {
  readonly pod: string;
  /** What was given up, in order, in Karpenter's words. */
  readonly given: readonly string[];
}
