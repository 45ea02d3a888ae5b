import type { Located, LocatedMap } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { DisruptionReason, RequirementOperator, TaintEffect } from '../kubernetes/api/node-pool.ts';
import type { BackendName } from './backend-name.ts';
import type { PoolClusterApi } from './cluster-api.ts';
import type { PoolPart } from './pool-part.ts';

/** One node pool: profile, defaults and built-ins merged, every field with its origin. */
export interface Pool {
  readonly name: string;
  /** The pool's key in the file: built-in values and missing things are blamed on it. */
  readonly keySpan: Span;
  /** The `profile:` that was applied. */
  readonly profile?: Located<string>;
  /** Number of the built-in set that filled in what nothing said; 0 fills in nothing and keeps empty values. */
  readonly builtInSet: number;
  readonly backend: Located<BackendName>;
  /** Name of the node class object, if it is not that of the pool. Pools may share one. */
  readonly nodeClassName?: Located<string>;
  readonly nodeClass: PoolNodeClass;
  /** Template metadata (not the NodePool's own). */
  readonly labels: ReadonlyMap<string, Located<string>>;
  readonly annotations: ReadonlyMap<string, Located<string>>;
  /** Resource name to quantity text, as written. */
  readonly limits: ReadonlyMap<string, Located<string>>;
  readonly requirements: readonly PoolRequirement[];
  readonly taints: readonly PoolTaint[];
  readonly startupTaints: readonly PoolTaint[];
  readonly weight?: Located<number>;
  readonly disruption?: PoolDisruption;
  readonly expireAfter?: Located<string>;
  readonly terminationGracePeriod?: Located<string>;
  /** Static pool. */
  readonly replicas?: Located<number>;
  readonly maxMonthlyUsd?: Located<number>;
  readonly maxMonthlyUsdAtLimits?: Located<number>;
  /** For the Cluster API backends. */
  readonly clusterApi?: PoolClusterApi;
  /** Parts that have errors and were left out. Rules that judge absence pass such a pool by. @default none */
  readonly incomplete?: ReadonlySet<PoolPart>;
  /** Merged located tree of the whole pool, for `explain --fields`. Keys as in the definition. */
  readonly tree: LocatedMap;
}

export interface PoolNodeClass {
  readonly public: Located<boolean>;
  readonly gpuEnabled: Located<boolean>;
  readonly volumeSize?: Located<string>;
  readonly tags: ReadonlyMap<string, Located<string>>;
  readonly extraSecurityGroupIds: readonly Located<string>[];
  /** Everything else under `node_class`, keys as written. The provider validates it. */
  readonly rest: LocatedMap;
}

export interface PoolRequirement {
  readonly key: Located<string>;
  readonly operator: Located<RequirementOperator>;
  readonly values: readonly Located<string>[];
  readonly minValues?: Located<number>;
  /** The whole requirement. */
  readonly origin: Origin;
}

export interface PoolTaint {
  readonly key: Located<string>;
  readonly value?: Located<string>;
  readonly effect: Located<TaintEffect>;
  readonly origin: Origin;
}

export interface PoolDisruption {
  readonly consolidationPolicy?: Located<'WhenEmptyOrUnderutilized' | 'WhenEmpty' | 'Balanced'>;
  readonly consolidateAfter?: Located<string>;
  readonly budgets?: Located<readonly PoolBudget[]>;
}

export interface PoolBudget {
  readonly nodes?: Located<string>;
  readonly schedule?: Located<string>;
  readonly duration?: Located<string>;
  readonly reasons?: readonly Located<DisruptionReason>[];
  readonly origin: Origin;
}
