/** Recordings of the autoscaler's estimator: nodes of one kind, groups of pods that are alike, in the order of creation. */
export interface PackingScenario {
  readonly name: string;
  readonly nodeCpuMilli: number;
  readonly nodeMemBytes: number;
  readonly nodePods: number;
  /** Whether each node runs a pod of its own that asks for 100m. */
  readonly kubeProxyPod?: boolean;
  /** Nodes that may be added, 0 for any number. */
  readonly maxNodes?: number;
  readonly groups: readonly {
    readonly cpuMilli: number;
    readonly memBytes: number;
    readonly count: number;
  }[];
  /** `nodes=N,pods=P` to how often it came out. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Recordings of how nodes are shared out among similar groups. */
export interface BalanceCase {
  readonly name?: string;
  readonly groups: readonly { readonly Current: number; readonly Max: number }[];
  readonly newNodes: number;
  readonly newSizes: readonly number[];
}
