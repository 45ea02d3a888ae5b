import type { CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { ClusterCostAtLimits, CostBound } from '../model/plan.ts';
import type { Pool } from '../model/pool.ts';
import type { LabelVocabulary, Provider } from '../model/provider.ts';
import { constraintsKey } from '../selection/constraints-key.ts';
import { TableMemo } from '../selection/table-memo.ts';
import { type CostAtLimits, costAtLimits } from './cost-at-limits.ts';
import { groupPoolView } from './node-groups/group-pool-view.ts';
import { groupViews } from './node-groups/group-view.ts';
import { groupsAtLimits } from './node-groups/groups-at-limits.ts';

export interface ClusterCostAtLimitsInput {
  readonly compiled: CompiledCluster;
  readonly provider: Pick<Provider, 'labels'>;
}

/** What the cluster can cost at most, whatever it runs: the same figures as in a plan, without the effort of one. */
export function clusterCostAtLimits({ compiled, provider }: ClusterCostAtLimitsInput): ClusterCostAtLimits {
  const vocabulary = provider.labels(compiled.cluster);
  const nodePools = compiled.pools.flatMap((pool) => {
    const cost = poolCost(pool, vocabulary);
    return cost === undefined ? [] : [{ name: pool.pool.name, ...costBound(cost) }];
  });
  return { nodePools, ...sumOfBounds(nodePools) };
}

const memo = new TableMemo<CostAtLimits>();

/** All that a bound follows from, besides the table; the name, because the reason names the pool. */
function boundKey(pool: Pool): string {
  const limits = [...pool.limits].map(([resource, { value }]) => [resource, value]);
  return JSON.stringify([pool.name, pool.replicas?.value, limits]) + constraintsKey(pool);
}

/** Undefined for a pool that became nothing. */
function poolCost(compiled: CompiledPool, vocabulary: LabelVocabulary): CostAtLimits | undefined {
  const { backend, pool, nodePool, machines, table, selection } = compiled;
  if (backend === 'karpenter') {
    if (nodePool === undefined) return undefined;
    return memo.of(table, boundKey(pool), () => {
      const byName = new Map(selection.types.map((type) => [type.name, type]));
      return costAtLimits(compiled, { byName, resourcesOf: table.resourcesOf }, vocabulary);
    });
  }
  if (machines === undefined) return undefined;
  const groups = groupViews({
    groups: machines.nodeGroups,
    backend,
    isAvailable: () => true,
    members: { byGroup: new Map(), unknown: [] },
    startupTaints: [],
  });
  return groupsAtLimits(groupPoolView(compiled, groups), vocabulary);
}

export function costBound(most: CostAtLimits): CostBound {
  return most.perHourUsd === null
    ? { atLimitsPerHourUsd: null, atLimitsReason: most.reason }
    : { atLimitsPerHourUsd: most.perHourUsd };
}

/** A pool without a bound leaves the cluster without one. */
export function sumOfBounds(bounds: readonly CostBound[]): CostBound {
  const unbounded = bounds.find(({ atLimitsPerHourUsd }) => atLimitsPerHourUsd === null)?.atLimitsReason;
  return unbounded === undefined
    ? { atLimitsPerHourUsd: bounds.reduce((sum, { atLimitsPerHourUsd: usd }) => sum + (usd ?? 0), 0) }
    : { atLimitsPerHourUsd: null, atLimitsReason: unbounded };
}
