import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { JsonValue } from './compiled-object.ts';
import type { PricingNote } from './instance-type.ts';
import type { Scenario } from './scenario.ts';
import type { WorkloadOwner } from './workloads.ts';

/** Why pods of one cluster are where they are, or why they have no place. */
export interface ClusterExplanation {
  readonly cluster: string;
  /** The definition. */
  readonly file: string;
  readonly scenario?: Scenario;
  /** Pods to be placed, and how many of them have no place. */
  readonly pods: number;
  readonly unschedulable: number;
  readonly pricing: PricingNote;
}

export interface PodExplanation extends ClusterExplanation {
  readonly explained: ExplainedPodGroup;
}

export interface UnschedulableExplanation extends ClusterExplanation {
  /** In the order of the queue. */
  readonly groups: readonly ExplainedPodGroup[];
}

/** Pods with the same story, the first of which is told. */
export interface ExplainedPodGroup {
  /** `<namespace>/<name>` */
  readonly pods: readonly string[];
  readonly owner?: WorkloadOwner;
  /** Where the pod is written, if a manifest says so. */
  readonly span?: Span;
  /** Resource name to quantity, as Karpenter counts them. */
  readonly requests: ReadonlyMap<string, string>;
  readonly outcome: 'placed' | 'unschedulable' | 'ignored';
  /** What is to blame where no pool is; a sentence without a final full stop. */
  readonly message?: string;
  /** It gets a place once the first nodes have joined, as they count for less then. */
  readonly later: boolean;
  /** How often Karpenter tries it. */
  readonly attempts: number;
  /** Preferences that it had given up when it was tried last, in Karpenter's words. */
  readonly givenUp: readonly string[];
  /** In the order in which Karpenter tries them; pools that it does not try last. Empty where it is ignored. */
  readonly nodePools: readonly ExplainedPoolFunnel[];
  /** Nodes that did not take it, by what was in the way. */
  readonly existingNodes: readonly Refusals[];
  readonly plannedNodes: readonly Refusals[];
  readonly place?: ExplainedPlace;
  /** Pools that would have taken it as well, in the order of trying. */
  readonly alternatives: readonly ExplainedAlternative[];
  /** Of pods without a place. */
  readonly relaxations?: ExplainedRelaxations;
}

export interface ExplainedPoolFunnel {
  readonly name: string;
  /** The pool's key. */
  readonly span: Span;
  readonly weight: number;
  /** From 1; absent for pools that are not tried. */
  readonly order?: number;
  /** Types of the catalogue, or node groups of the pool. */
  readonly total: number;
  /** What is counted. Default: instance types. */
  readonly counted?: 'node groups';
  readonly steps: readonly ExplainedFunnelStep[];
  /** Types that are left for the pod. */
  readonly left: number;
  /** The step after which none was left, and others that alone would leave none: positions in `steps`. */
  readonly blockers: readonly number[];
  readonly cheapest?: ExplainedOffering;
}

export interface ExplainedFunnelStep {
  /** What kind of thing it is: `requirement`, `taint`, `limit`, … */
  readonly what: string;
  /** Whose demand it is. */
  readonly of: 'catalogue' | 'pool' | 'pod' | 'cluster';
  /** A phrase: what lets types pass, or what is in the way. */
  readonly message: string;
  readonly before: number;
  readonly after: number;
  /** How many types would pass this step if it were the only one. */
  readonly alone: number;
  /** Where it is said, the most telling place first. */
  readonly places: readonly Origin[];
  /** The facts behind the message. */
  readonly detail: JsonValue;
  /** The name of the scenario, where types are lost to it. */
  readonly scenario?: string;
}

export interface ExplainedOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: string;
  /** Absent where none is known. */
  readonly pricePerHourUsd?: number;
}

export interface Refusals {
  /** A sentence without a final full stop. */
  readonly message: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface ExplainedPlace {
  readonly on: 'existing node' | 'planned node' | 'new node' | 'node group';
  /** Of the node or the node group, as the plan calls it. */
  readonly node: string;
  readonly nodePool?: string;
  /** Position of the node among those of its kind that the pod tried, from 1. */
  readonly order: number;
  /** Position of the pod on a new node, from 1, and pods on it in the end. */
  readonly position?: number;
  readonly podsOnNode?: number;
  /** Types the node could be before and can be in the end. */
  readonly typesBefore?: number;
  readonly typesAfter?: number;
  readonly cheapest?: ExplainedOffering;
  /** Why the node is of no cheaper type. */
  readonly binding: readonly ExplainedBinding[];
  /** Of a node group: why it grows, as sentences. */
  readonly why?: readonly string[];
}

export interface ExplainedBinding {
  /** A sentence without a final full stop. */
  readonly message: string;
  /** Cheaper types of the pool that it excludes. */
  readonly types: number;
  readonly nearest: { readonly instanceType: string; readonly pricePerHourUsd: number };
}

export interface ExplainedAlternative {
  readonly nodePool: string;
  readonly order: number;
  readonly types: number;
  readonly cheapest: ExplainedOffering;
}

export interface ExplainedRelaxations {
  /** Fewest and smallest first. Each was made, and the whole plan done again. */
  readonly proven: readonly ExplainedRelaxation[];
  /** Changes that were tried on the whole plan. */
  readonly tried: number;
  /** Changes that were not, as the number of trials is limited. */
  readonly untried: number;
}

export interface ExplainedRelaxation {
  /** `tolerate`, `widen`, `add-label`, `raise-limit`, `request-less`, `drop` */
  readonly change: string;
  /** What to do, as an imperative. */
  readonly message: string;
  /** Where the pod would go. */
  readonly result: string;
  readonly place: {
    readonly on: string;
    readonly nodePool?: string;
    readonly node?: string;
    readonly cheapest?: ExplainedOffering;
  };
  /** Other pods that would lose their place. */
  readonly displaced: number;
  readonly places: readonly Origin[];
  readonly detail: JsonValue;
}
