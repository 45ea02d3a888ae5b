import type { Requirements } from '../../kubernetes/requirements.ts';

/** What Karpenter does with a problem. */
export interface Decision {
  /** Nodes it asks for, in the order in which it came to need them. */
  readonly newNodeClaims: readonly NewNodeClaim[];
  /** Existing nodes that received pods, in the order of the nodes. */
  readonly existingNodes: readonly ExistingNodeDecision[];
  /** By uid: pods that stay pending, in the order of the queue. */
  readonly errors: ReadonlyMap<string, PodFailure>;
  /** By uid: pods that Karpenter does not look at, and why, as a phrase that completes "the pod ...". */
  readonly ignored: ReadonlyMap<string, string>;
  /** No dynamic, ready NodePool exists. */
  readonly noNodePools: boolean;
}

export interface NewNodeClaim {
  readonly nodePool: string;
  /** In order of placement. */
  readonly podUids: readonly string[];
  /** What the node must satisfy, reserved capacity pinned; without hostname and Karpenter's own markers. */
  readonly requirements: Requirements;
  /** Names of the types it may become, cheapest first, at most `maxInstanceTypes`. */
  readonly instanceTypes: readonly string[];
  /** Pods and the daemons that every remaining type has: resource name to exact amount in billionths of its unit. */
  readonly requestsNano: ReadonlyMap<string, bigint>;
  /** Of the first type, the cheapest offering that is available and meets the requirements. */
  readonly cheapest: CheapestOffering;
  /** Preferences that pods on this node had to give up: uid to what was dropped, in order. */
  readonly relaxed: ReadonlyMap<string, readonly Relaxation[]>;
}

export interface CheapestOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: string;
  /** USD per hour; absent where no price is known. */
  readonly price: number | undefined;
}

export interface ExistingNodeDecision {
  readonly name: string;
  /** In order of placement. */
  readonly podUids: readonly string[];
  readonly relaxed: ReadonlyMap<string, readonly Relaxation[]>;
}

/** A constraint or preference that was given up, in Karpenter's order of doing so. */
export type Relaxation =
  | 'required-node-affinity-term'
  | 'preferred-pod-affinity'
  | 'preferred-pod-anti-affinity'
  | 'preferred-node-affinity'
  | 'schedule-anyway-spread'
  | 'prefer-no-schedule-taint';

export interface PodFailure {
  /** One per NodePool that was tried in the last attempt, in the order of trying; or a single one without a pool. */
  readonly attempts: readonly FailedAttempt[];
}

export interface FailedAttempt {
  /** Absent where no pool was to blame: `no-templates`, `no-nodepools`, `dra`. */
  readonly nodePool?: string | undefined;
  readonly code: FailureCode;
}

/** Why one NodePool could not take a pod (Karpenter 1.14's messages, told apart). */
export type FailureCode =
  | 'taints'
  | 'undefined-label'
  | 'requirement-conflict'
  | 'volume-requirement-conflict'
  | 'topology-unsatisfiable'
  | 'topology-conflict'
  | 'nodes-limit'
  | 'resource-limits'
  /** No type is examined, or none satisfies any of requirements, resources, offering. */
  | 'filter:none'
  | 'filter:req+fits'
  | 'filter:req'
  | 'filter:fits'
  | 'filter:fits+offering'
  | 'filter:fits+offering-vs-req'
  | 'filter:minValues'
  | 'reserved-unavailable'
  | 'reserved-would-be-lost'
  | 'dra'
  | 'no-templates'
  | 'no-nodepools'
  | 'truncation-minValues';
