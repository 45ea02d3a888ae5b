import type { CompiledPool } from '../model/compilation.ts';
import type { CompiledObject } from '../model/compiled-object.ts';

/** The NodePools of a pool: one, or with price tiers one a tier; none without Karpenter. */
export function nodePoolsOf({ nodePool, machines }: CompiledPool): readonly CompiledObject[] {
  if (nodePool !== undefined) return [nodePool];
  const tiers = machines?.objects.filter(({ kind }) => kind === 'NodePool') ?? [];
  return tiers.map((one) => ({ ...one, pool: one.pool ?? '' }));
}
