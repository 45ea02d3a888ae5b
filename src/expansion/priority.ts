import type { Pool } from '../model/pool.ts';

/** Between two weights, once some pool of the cluster splits its own by price. */
const STEP = 1000;

/** What one weight is multiplied by. Priorities of all pools compare, so one pool with tiers changes all of them. */
export function priorityStep(pools: readonly Pool[]): number {
  return pools.some(
    ({ backend, clusterApi }) =>
      backend.value === 'cluster-autoscaler' && (clusterApi?.priceTiers.value ?? 1) > 1,
  )
    ? STEP
    : 1;
}

/**
 * A positive number for the priority expander, where higher goes first as among Karpenter's weights. `tier` counts from
 * 1, the cheapest.
 */
export function priorityOf({
  weight,
  step,
  tier,
  tiers,
}: {
  readonly weight: number;
  readonly step: number;
  readonly tier: number;
  readonly tiers: number;
}): number {
  return weight * step + (step === 1 ? 1 : tiers - tier + 1);
}
