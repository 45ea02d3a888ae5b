/**
 * `karpenter.sh/v1` NodePool, as Karpenter 1.14 reads it. Sources: Karpenter 1.14, pkg/apis/v1/nodepool.go and the CRD
 * that the AWS provider ships. Field names and meanings are the API's; `@default` says what an absent field means.
 */
export interface NodePoolSpec {
  /** What every node of the pool is made from. A change here, `requirements` apart, replaces the pool's nodes. */
  readonly template: NodeClaimTemplate;

  /**
   * When Karpenter may replace or remove nodes of its own accord.
   *
   * @default - `{consolidateAfter: 0s}`: consolidation at once, 10% of the nodes at a time
   */
  readonly disruption?: NodePoolDisruption;

  /**
   * The most the pool may hold, by resource name (`cpu`, `memory`, `nodes`, `nvidia.com/gpu`), as quantity text. Counted in
   * node capacity, not in what pods can use. Write integers as text (`"111"`): the API server would rewrite a number.
   *
   * @default - no limit
   */
  readonly limits?: Readonly<Record<string, string>>;

  /**
   * Pools with a higher weight are tried first, 1 to 100. Equal weights are tried in descending order of name. Not together
   * with `replicas`.
   *
   * @default - 0, which cannot be written
   */
  readonly weight?: number;

  /**
   * Makes the pool static: so many nodes, whatever the pods ask for. Alpha, behind the feature gate `StaticCapacity`; it
   * cannot be added to or taken from an existing pool, and of `limits` only `nodes` may be set.
   *
   * @default - the pool follows the pods
   */
  readonly replicas?: number;
}

export interface NodeClaimTemplate {
  /**
   * Labels and annotations of the nodes (not of the NodePool).
   *
   * @default - none
   */
  readonly metadata?: NodeClaimTemplateMetadata;

  readonly spec: NodeClaimTemplateSpec;
}

export interface NodeClaimTemplateMetadata {
  /**
   * Labels of the nodes, at most 100. Each also counts as a requirement of the pool.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the nodes.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface NodeClaimTemplateSpec {
  /** The provider's part of the pool: image, network, disks. */
  readonly nodeClassRef: NodeClassRef;

  /**
   * What a node must satisfy, at most 100. All of them count; several on one key intersect. A well-known label that no
   * requirement mentions is unconstrained. `[]` is legal.
   */
  readonly requirements: readonly NodeRequirement[];

  /**
   * Taints of the nodes. A (key, effect) pair occurs once in `taints` and `startupTaints` together.
   *
   * @default - none
   */
  readonly taints?: readonly NodeTaint[];

  /**
   * Taints that something else removes once a node is ready; pods need not tolerate them.
   *
   * @default - none
   */
  readonly startupTaints?: readonly NodeTaint[];

  /**
   * Age at which a node is replaced, disruption budgets or not: a duration of h, m and s, or `Never`.
   *
   * @default '720h'
   */
  readonly expireAfter?: string;

  /**
   * How long a node that is being removed may wait for its pods, PodDisruptionBudgets included: a duration of h, m and s.
   *
   * @default - as long as it takes
   */
  readonly terminationGracePeriod?: string;
}

/** Group and kind cannot be changed on an existing NodePool; another name replaces its nodes. */
export interface NodeClassRef {
  /** API group without a version: `karpenter.k8s.aws`. */
  readonly group: string;

  /** `EC2NodeClass`. */
  readonly kind: string;

  readonly name: string;
}

export interface NodeRequirement {
  /** A well-known label (`karpenter.k8s.aws/instance-category`, `topology.kubernetes.io/zone`) or one of your own. */
  readonly key: string;

  readonly operator: RequirementOperator;

  /**
   * `In` needs at least one; `Gt`, `Lt`, `Gte`, `Lte` need exactly one non-negative integer as text; `Exists` and
   * `DoesNotExist` take none. Case counts.
   *
   * @default - none
   */
  readonly values?: readonly string[];

  /**
   * How many different values of the key the candidate instance types must keep, 1 to 50. Alpha.
   *
   * @default - 1
   */
  readonly minValues?: number;
}

export type RequirementOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt' | 'Gte' | 'Lte';

export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

export interface NodeTaint {
  readonly key: string;

  /**
   * Leave it out rather than empty: the API server refuses `value: ""`.
   *
   * @default - no value
   */
  readonly value?: string;

  readonly effect: TaintEffect;
}

export interface NodePoolDisruption {
  /**
   * Which nodes consolidation looks at.
   *
   * @default 'WhenEmptyOrUnderutilized'
   */
  readonly consolidationPolicy?: 'WhenEmptyOrUnderutilized' | 'WhenEmpty' | 'Balanced';

  /** How long a node rests after its last pod change before consolidation looks at it: h, m and s, or `Never`. */
  readonly consolidateAfter: string;

  /**
   * How many nodes may be disrupted at a time, at most 50 entries; the smallest active one counts. Budgets do not
   * restrain expiry. `[]` means no budget at all.
   *
   * @default - `[{nodes: "10%"}]`
   */
  readonly budgets?: readonly NodePoolBudget[];
}

export interface NodePoolBudget {
  /** A count or a percentage (rounded up), always text: `"10"`, `"20%"`. */
  readonly nodes: string;

  /**
   * When the budget starts to be active: five cron fields or a macro such as `@daily`, in UTC. Together with `duration` or
   * not at all.
   *
   * @default - always active
   */
  readonly schedule?: string;

  /**
   * How long the budget stays active after each start: hours and minutes (`8h`, `1h30m`).
   *
   * @default - always active
   */
  readonly duration?: string;

  /**
   * What the budget counts.
   *
   * @default - all reasons
   */
  readonly reasons?: readonly DisruptionReason[];
}

export type DisruptionReason = 'Underutilized' | 'Empty' | 'Drifted';
