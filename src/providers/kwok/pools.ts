import { labelRequirements, requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { CompiledPool, NodePoolObject } from '../../model/compilation.ts';
import type { LabelVocabulary } from '../../model/provider.ts';

/** A pool that fake nodes can play. */
export interface RehearsedPool extends CompiledPool {
  readonly nodePool: NodePoolObject;
  /** Its requirements and labels, as Karpenter reads them. */
  readonly requirements: Requirements;
}

/** Pools of Karpenter. Those of other backends are no NodePools, or are served by what Cluster API has. */
export function rehearsedPools(
  pools: readonly CompiledPool[],
  { aliases }: LabelVocabulary,
): readonly RehearsedPool[] {
  return pools.flatMap((pool) => {
    const { backend, nodePool } = pool;
    if (backend !== 'karpenter' || nodePool === undefined) return [];
    const { metadata, spec } = nodePool.spec.template;
    const requirements = Requirements.of([
      ...spec.requirements.map((one) => requirementOf(one, aliases)),
      ...labelRequirements(metadata?.labels, aliases),
    ]);
    return [{ ...pool, nodePool, requirements }];
  });
}
