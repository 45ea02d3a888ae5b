/** What the autoscaler does with a problem, scale-up after scale-up, until nothing more helps. */
export interface Decision {
  /** In the order in which they happen; at most one a loop unless `salvoScaleUp`. */
  readonly loops: readonly ScaleUp[];
  /** Groups that grow, in listing order. */
  readonly nodeGroups: readonly GrownNodeGroup[];
  /** Nodes that existed or were on their way and received pods, in their order. */
  readonly existingNodes: readonly ExistingNodeDecision[];
  /** By uid: pods that stay pending, in order of creation. Pods of one kind share one object. */
  readonly unschedulable: ReadonlyMap<string, PodFailure>;
  /** By uid: pods that the autoscaler does not look at. */
  readonly ignored: ReadonlyMap<string, IgnoredReason>;
  /** What the autoscaler would have drawn lots for. */
  readonly chance: Chance;
}

export interface Chance {
  /**
   * The order of pods or nodes, which is arbitrary, may have mattered: pods of several kinds were packed together, or pods that
   * affinity, several topology keys or the way around a spread over hostnames make care which node takes the first of them.
   */
  readonly packing: boolean;
  /** The last filter left more than one option in some scale-up, or an expander picks at random. */
  readonly choice: boolean;
}

export interface ScaleUp {
  /** Of the autoscaler, from 1. */
  readonly loop: number;
  /** In listing order: the groups that could help. */
  readonly options: readonly ExpansionOption[];
  /** Id of the group that was chosen. */
  readonly chosen: string;
  /** Ids that the expanders could not tell apart, `chosen` among them; one when the choice is certain. */
  readonly tied: readonly string[];
  /** After balancing, maximum sizes, limits and quotas. */
  readonly increases: readonly Increase[];
}

export interface ExpansionOption {
  readonly nodeGroup: string;
  /** Nodes with pods, as the estimator counts them. */
  readonly nodeCount: number;
  readonly podCount: number;
  /** In order of placement. Put together only when it is read: there is one list per option and loop. */
  readonly podUids: readonly string[];
  /** Ids of groups among which the nodes would be balanced. */
  readonly similar: readonly string[];
}

export interface Increase {
  readonly nodeGroup: string;
  readonly add: number;
}

export interface GrownNodeGroup {
  readonly id: string;
  /** Nodes added. */
  readonly add: number;
  /** In order of placement, all nodes together. */
  readonly podUids: readonly string[];
  /** The new nodes, in order of creation; a node may stay empty. */
  readonly nodes: readonly { readonly podUids: readonly string[] }[];
}

export interface ExistingNodeDecision {
  /** Of the Node, or a made-up one for a node that is on its way. */
  readonly name: string;
  readonly nodeGroup?: string | undefined;
  /** Asked for earlier, not there yet. */
  readonly upcoming: boolean;
  /** In order of placement. */
  readonly podUids: readonly string[];
}

/**
 * `expendable`: priority below -10. `daemon-set`: its pods never cause a scale-up. `gated`: it has scheduling gates, so the
 * scheduler has not tried it.
 */
export type IgnoredReason = 'expendable' | 'daemon-set' | 'gated';

export interface PodFailure {
  /** One per node group in listing order; or a single one without a group. */
  readonly attempts: readonly FailedAttempt[];
}

export interface FailedAttempt {
  /** Absent where no group was to blame: `dra`, `no-node-groups`. */
  readonly nodeGroup?: string | undefined;
  readonly code: FailureCode;
  /** What was in the way: a taint, a label key, resource names, a quota, a topology key; or why there is no template. */
  readonly detail?: string | undefined;
}

/**
 * Why a node group does not help a pod at the end of the last loop. The scheduler's filters come first, on an empty new node;
 * `max-size`, `max-nodes-total` and `quota` keep a group from growing that would take the pod.
 */
export type FailureCode =
  | 'no-template'
  | 'max-size'
  | 'max-nodes-total'
  | 'quota'
  | 'unschedulable'
  | 'taint'
  | 'node-affinity'
  | 'host-port'
  | 'resources'
  | 'volume-limit'
  | 'volume'
  | 'spread'
  | 'pod-affinity'
  | 'pod-anti-affinity'
  | 'existing-pod-anti-affinity'
  /** A node would take the pod, and the estimator gave up before it came to it. */
  | 'not-packed'
  | 'dra'
  | 'no-node-groups';

/** Smallest and largest over all runs. */
export type Range = readonly [min: number, max: number];

export interface RangedDecision {
  /** In order of creation, ties to the first in listing order. */
  readonly decision: Decision;
  readonly range: {
    /** Nodes added, all groups together. */
    readonly nodes: Range;
    readonly podsLeft: Range;
    /** Nodes added, by id; groups that grow in no run are left out. */
    readonly byNodeGroup: ReadonlyMap<string, Range>;
  };
  /** Nothing was left to chance, so the decision is the only one. */
  readonly deterministic: boolean;
  /** Of every run, the one in order of creation first. */
  readonly decisions: readonly Decision[];
}
