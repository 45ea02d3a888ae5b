import type { ClusterPlan } from '../../model/plan.ts';

/**
 * Whether it may be chance alone that pods are in one pool and not in another: in one of the states, the Cluster Autoscaler
 * draws lots, and both pools come out different in other simulated runs.
 */
export function isChance(
  plans: readonly { readonly plan: ClusterPlan; readonly poolName: (pool: string) => string }[],
): (one: string, other: string) => boolean {
  const varying = plans.map(
    ({ plan, poolName }) =>
      new Set(
        plan.nodeGroups.flatMap(({ nodePool, range }) => (range === undefined ? [] : [poolName(nodePool)])),
      ),
  );
  return (one, other) => varying.some((pools) => pools.has(one) && pools.has(other));
}
