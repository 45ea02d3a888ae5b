import type { Pool } from '../../model/pool.ts';

/** The largest weight that a NodePool may have. */
export const MAX_WEIGHT = 100;

/** The weight of each price tier of a pool, the cheapest first. 0 is written as no weight at all. */
export type TierWeights = ReadonlyMap<string, readonly number[]>;

/**
 * Weights by name of pool. Without price tiers they are those written. With tiers each weight needs as many numbers as
 * its pools have tiers, so all of them are counted anew from the lowest: their order stays.
 */
export function nodePoolWeights(pools: readonly Pool[]): TierWeights {
  const own = pools.filter(({ backend }) => backend.value === 'karpenter-cluster-api');
  if (!haveTiers(own)) {
    return new Map(own.map((pool) => [pool.name, [weightOf(pool)]]));
  }
  const first = new Map<number, number>();
  let next = 0;
  for (const weight of [...new Set(own.map(weightOf))].sort((a, b) => a - b)) {
    first.set(weight, next);
    next += Math.max(...own.filter((pool) => weightOf(pool) === weight).map(tiersOf));
  }
  return new Map(
    own.map((pool) => {
      const tiers = tiersOf(pool);
      const lowest = first.get(weightOf(pool)) ?? 0;
      return [pool.name, Array.from({ length: tiers }, (_, i) => lowest + tiers - 1 - i)];
    }),
  );
}

/** Whether weights are counted anew. */
export function haveTiers(pools: readonly Pool[]): boolean {
  return pools.some((pool) => pool.backend.value === 'karpenter-cluster-api' && tiersOf(pool) > 1);
}

function weightOf({ weight }: Pool): number {
  return weight?.value ?? 0;
}

function tiersOf({ clusterApi }: Pool): number {
  return clusterApi?.priceTiers.value ?? 1;
}
