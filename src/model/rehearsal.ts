import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import type { CompiledObject } from './compiled-object.ts';

/** Plays a provider's part with fake nodes. `kwok`: the one that comes with Karpenter. */
export type RehearsalProvider = 'kwok';

/** What a cluster's pools come to where fake nodes stand in for their machines. */
export interface Rehearsal {
  readonly provider: RehearsalProvider;
  /** Pools that share one on the real provider share one here. */
  readonly nodeClasses: readonly KwokNodeClassObject[];
  readonly nodePools: readonly CompiledObject<NodePoolSpec>[];
  /** JSON, a line for each type: what Karpenter reads instead of asking a cloud. */
  readonly instanceTypes: string;
  /** The file is larger than a ConfigMap can be. */
  readonly exceedsConfigMap: boolean;
  /** Some pool is static, which Karpenter knows only with a feature gate. */
  readonly hasStaticPools: boolean;
}

export type KwokNodeClassObject = CompiledObject<{
  /** How long a fake machine takes to boot: `30s`. */
  readonly nodeRegistrationDelay: string;
}>;
