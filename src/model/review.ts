import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import type { Span } from '../diagnostics/span.ts';
import type { DisruptionReason } from '../kubernetes/api/node-pool.ts';
import type { BackendName } from './backend-name.ts';
import type { CapacityType, PricingNote } from './instance-type.ts';
import type { Interval, TypeCount } from './plan.ts';
import type { WorkloadOwner } from './workloads.ts';

/** Two states of the same clusters, and what going from one to the other means. Everything `diff` shows comes from it. */
export interface Review {
  readonly base: ReviewedState;
  readonly head: ReviewedState;
  /** From when on rotations are laid out: RFC 3339, UTC. Absent: nobody asked for a calendar. */
  readonly at?: string;
  /** In the order of head's files; clusters that are gone come last. */
  readonly clusters: readonly ClusterReview[];
  /** Head's findings: of its definitions, workloads and budgets. Sorted. */
  readonly findings: readonly ReviewFinding[];
  /** Findings of base that head has no more. */
  readonly resolved: readonly Diagnostic[];
  /** Of all clusters of the run together. */
  readonly cost: CostChange;
}

export interface ReviewedState {
  /** How to name it again: `git:main`, `file:clusters/web.yaml`, `working tree`. */
  readonly name: string;
  readonly kind: 'git' | 'files' | 'compilation' | 'live';
  /** Full id of the commit, of a git state. */
  readonly commit?: string;
}

export interface ReviewFinding {
  readonly diagnostic: Diagnostic;
  /** Base has the same finding. */
  readonly known: boolean;
}

export type ChangeKind = 'added' | 'removed' | 'renamed' | 'changed' | 'unchanged';

export type ChangedInput =
  | 'workloads'
  | 'region'
  | 'zones'
  | 'catalogue'
  | 'prices'
  | 'scenarios'
  | 'budgets';

export interface ClusterReview {
  readonly name: string;
  /** The definition: head's, or base's of a cluster that is gone. */
  readonly file: string;
  /** Where base has it, if elsewhere. */
  readonly baseFile?: string;
  readonly change: Exclude<ChangeKind, 'renamed'>;
  /** States in which the definition has errors. What they fail at is not compared. */
  readonly failed: readonly ('base' | 'head')[];
  /** In the order of head's definition; pools that are gone come last. */
  readonly nodePools: readonly PoolReview[];
  /** Every object that differs, for the manifest diff; sorted by key. */
  readonly objects: readonly ObjectChange[];
  /** Of the cluster as a whole. */
  readonly dangers: readonly Danger[];
  readonly cost: CostChange;
  /** How many pods each state has to place; 0 where the cluster is not there, fails, or has no workloads. Absent: none in either. */
  readonly pods?: { readonly before: number; readonly after: number };
  /** Absent: there are no workloads to place, on one side or the other. */
  readonly placement?: PlacementChange;
  /** What figures are made from besides the objects, as far as it differs. @default nothing of it differs */
  readonly changedInputs?: readonly ChangedInput[];
  /** One for each scenario that either side defines; those without a change too. */
  readonly scenarios: readonly ScenarioChange[];
  /** Pairs of pools that compete for pods in one state and not in the other, or differently. */
  readonly overlaps: readonly OverlapChange[];
  /** What is assumed about head's prices, zones and offerings. */
  readonly pricing: PricingNote;
  /** What must be said besides, as sentences. */
  readonly notes: readonly string[];
}

/** An object of the output, compared by key: apiVersion without its version, kind, namespace, name. */
export interface ObjectChange {
  /** `NodePool/default`, `MachineDeployment/infra/web-default-…`. */
  readonly key: string;
  readonly pool?: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Whole objects, without what identifies the run. Absent on the side that has none. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

export interface PoolReview {
  readonly name: string;
  readonly change: ChangeKind;
  readonly renamedFrom?: string;
  readonly backend: BackendName;
  /** What changes, most important first: clauses without a full stop (`loses zone eu-west-1c`). Empty: nothing does. */
  readonly summary: readonly string[];
  /** Absent: one side could not be compiled. */
  readonly types?: TypeChange;
  /** Fields of the NodePool and the node class (or MachineDeployments) that differ. */
  readonly fields: readonly FieldChange[];
  readonly rotation: Rotation;
  readonly dangers: readonly Danger[];
  readonly cost: CostChange;
  /** Where the pool is written: in head, or in base if it is gone. */
  readonly source: Span;
}

/** What the pool admits. Names are sorted; a side without the pool has none. */
export interface TypeChange {
  readonly before: AdmittedTypes;
  readonly after: AdmittedTypes;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Instance families (`m5a`) of which no type was there before, or is any more. */
  readonly addedFamilies: readonly string[];
  readonly removedFamilies: readonly string[];
  readonly addedZones: readonly string[];
  readonly removedZones: readonly string[];
  readonly addedCapacityTypes: readonly CapacityType[];
  readonly removedCapacityTypes: readonly CapacityType[];
}

export interface AdmittedTypes {
  readonly count: number;
  readonly zones: readonly string[];
  readonly capacityTypes: readonly CapacityType[];
  /** Absent: no price is known, or there is no type. */
  readonly cheapest?: { readonly instanceType: string; readonly pricePerHourUsd: number };
}

export interface FieldChange {
  /** `NodePool`, `EC2NodeClass`, `MachineDeployment`, … */
  readonly kind: string;
  /** JSON pointer into the object. */
  readonly pointer: string;
  /** Absent: undefined there. */
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** In words, without a full stop: "`spec.limits.cpu` is `100` and becomes `50`". */
  readonly message: string;
  /** The line that decides it: in head, or in base where head says nothing. */
  readonly source?: Span;
}

/** Which nodes that run are replaced. */
export interface Rotation {
  /** `partial`: the nodes that match `predicate`. */
  readonly scope: 'none' | 'all' | 'partial';
  /** Which nodes: "nodes in zone `eu-west-1c`". Of `partial` only. */
  readonly predicate?: string;
  readonly causes: readonly RotationCause[];
  /** What cannot be decided without the cloud, as sentences ("what the image alias resolves to"). */
  readonly undecided: readonly string[];
  /** Drift hashes that Karpenter computes of either side; absent for other backends, where a side lacks the pool, and of pools that stay as they are. */
  readonly hashes?: RotationHashes;
  /** Absent: nothing says how many nodes there are. */
  readonly nodes?: RotatedNodes;
  /** Absent: nothing rotates, no count is known, or the review has no `at`. */
  readonly calendar?: RotationCalendar;
}

export interface RotationCause {
  readonly kind: string;
  /** JSON pointer into the object, or of the object as a whole (``). */
  readonly path: string;
  /** What changes, without a full stop. */
  readonly message: string;
  readonly scope: 'all' | 'partial';
  /** How Karpenter calls it (`NodePoolDrifted`, `RequirementsDrifted`, `AMIDrift`, …), or `deleted`, or `rollout`. */
  readonly reason: string;
  readonly source?: Span;
}

export interface RotationHashes {
  readonly nodePool?: HashPair;
  readonly nodeClass?: HashPair;
}

/** Decimal text. The hash of a node class is without what the cluster adds (its CA bundle), which is the same for both. */
export interface HashPair {
  readonly version: string;
  readonly before?: string;
  readonly after?: string;
}

export interface RotatedNodes {
  /** At most so many are replaced; exact where `basis` is `nodes`, all other things being equal. */
  readonly count: number;
  readonly of: number;
  /** `nodes`: a dump of the cluster. `plan`: the dry run of base. */
  readonly basis: 'nodes' | 'plan';
  /** Nodes that Karpenter replaces already, whatever the change does; of `nodes` only, and counted in `count` if it concerns them. */
  readonly alreadyDrifted?: number;
}

/** The shortest time in which the declared disruption budgets allow a rotation. */
export interface RotationCalendar {
  /** Whose budgets bound it; `rollout`: no budgets, but `maxSurge` and `maxUnavailable` of MachineDeployments. */
  readonly reason: DisruptionReason | 'rollout';
  /** In order of time, gapless from `at` on, at most a few; budgets hold throughout each. */
  readonly windows: readonly RotationWindow[];
  /** RFC 3339. Absent: budgets never let it end, or not within what was looked at. */
  readonly finishedAt?: string;
  /** How long one replacement is taken to last, in seconds. */
  readonly replacementSeconds: number;
  /** Why it does not end, or what is not counted; sentences. */
  readonly notes: readonly string[];
}

export interface RotationWindow {
  /** RFC 3339, UTC; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** Nodes that may be replaced at a time. */
  readonly allowed: number;
  /** Nodes that are replaced within it. */
  readonly replaced: number;
}

/** Something that a reviewer must have seen. Registered codes, PW96xx. */
export interface Danger {
  readonly diagnostic: Diagnostic;
}

/** Absent sides: the pool or cluster is not there, or cannot be compiled. */
export interface CostChange {
  readonly before?: ReviewedCost;
  readonly after?: ReviewedCost;
}

/** US dollars an hour; a month has 730. */
export interface ReviewedCost {
  /** Of new nodes, from a dry run. Absent: there are no workloads to place. */
  readonly floorPerHourUsd?: number;
  readonly expectedPerHourUsd?: number;
  /** Nodes that are there already. */
  readonly existingPerHourUsd?: number;
  /** Null: there is no bound, and why. */
  readonly atLimitsPerHourUsd: number | null;
  readonly atLimitsReason?: string;
  /** New nodes, and the cheapest type of each. */
  readonly nodes?: number;
  readonly cheapestTypes?: readonly TypeCount[];
  /** Nodes that the figures leave out. */
  readonly unpricedNodes?: number;
  /** Where the Cluster Autoscaler leaves to chance what comes out: the least and the most over its simulated runs. */
  readonly nodesRange?: Interval;
  readonly expectedRangePerHourUsd?: Interval;
  /** The monthly budgets that apply. */
  readonly maxMonthlyUsd?: number;
  readonly maxMonthlyUsdAtLimits?: number;
  /** The oldest price used, ISO date. */
  readonly priceDate?: string;
}

export interface PlacementChange {
  readonly podsBefore: number;
  readonly podsAfter: number;
  /** Placed before and not any more, by controller; of pods on both sides. */
  readonly lost: readonly PodGroupChange[];
  /** The reverse. */
  readonly gained: readonly PodGroupChange[];
  /** Placed on both sides, in other pools. */
  readonly moved: readonly PodMove[];
  /** Pods of head alone that have no place, and how many such pods there are in all. */
  readonly unplacedNew: readonly PodGroupChange[];
  /** Pods without a place, on each side. */
  readonly unplacedBefore: number;
  readonly unplacedAfter: number;
  /** Pods that get a place as soon as the first nodes have joined; in no other count and no list. */
  readonly waitingBefore: number;
  readonly waitingAfter: number;
  /** Where chance decides how many: the least and the most over the simulated runs. */
  readonly unplacedRangeBefore?: Interval;
  readonly unplacedRangeAfter?: Interval;
}

/** Pods of one controller with the same story. */
export interface PodGroupChange {
  /** Absent for a bare pod. */
  readonly owner?: WorkloadOwner;
  /** `<namespace>/<name>` of the first one. */
  readonly pod: string;
  readonly count: number;
  /** Why they have no place, pool by pool; empty where they have one. */
  readonly reasons: readonly {
    readonly nodePool?: string;
    readonly message: string;
    readonly source?: Span;
  }[];
}

export interface PodMove {
  readonly owner?: WorkloadOwner;
  readonly pod: string;
  readonly count: number;
  /** Pools, or `an existing node`. */
  readonly from: string;
  readonly to: string;
}

export interface ScenarioChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed' | 'unchanged';
  /** Absent: that side does not know the scenario. */
  readonly before?: ScenarioResult;
  readonly after?: ScenarioResult;
}

export interface ScenarioResult {
  readonly unplaced: number;
  readonly nodes: number;
  readonly expectedPerHourUsd: number;
}

export interface OverlapChange {
  readonly pools: readonly [string, string];
  readonly change: 'added' | 'removed' | 'changed';
  /** In words, without a full stop. */
  readonly message: string;
}
