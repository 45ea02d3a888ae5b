import type { CompiledCluster, CompiledPool } from '../model/compilation.ts';

/** Names of the pools that a state has no whole objects of: they have errors, or the settings that they need have. */
export function failedPools({ cluster, pools, failed }: CompiledCluster): readonly string[] {
  if (!failed) return [];
  const known = new Set(cluster.failedPools);
  const partial = pools.flatMap((pool) =>
    isWhole(pool) || known.has(pool.pool.name) ? [] : [pool.pool.name],
  );
  return [...cluster.failedPools, ...partial];
}

function isWhole({ pool, nodeClass, nodePool, machines }: CompiledPool): boolean {
  const hasObjects = nodeClass !== undefined && (nodePool ?? machines) !== undefined;
  return hasObjects && (pool.incomplete?.size ?? 0) === 0;
}
