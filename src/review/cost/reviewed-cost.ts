import type { CompiledPool } from '../../model/compilation.ts';
import type { ClusterSettings } from '../../model/cluster.ts';
import type { ClusterPlan, CostBound, Interval, PlannedCost, PlannedNodePool } from '../../model/plan.ts';
import type { ReviewedCost } from '../../model/review.ts';
import type { SideCluster } from '../../model/review-input.ts';
import { planAsWritten } from '../plan-as-written.ts';
import { oldestPrice } from './oldest-price.ts';

/**
 * What a cluster costs in one state, or one pool of it. Undefined where nobody can say: it is not there, it cannot be
 * compiled, the pool became nothing.
 */
export function reviewedCost(
  side: SideCluster | undefined,
  pool: CompiledPool | undefined,
): ReviewedCost | undefined {
  if (side === undefined || side.compiled.failed) return undefined;
  const { cluster, pools } = side.compiled;
  const plan = planAsWritten(side);
  const known = pool === undefined ? clusterFigures(plan) : poolFigures(plan, pool.pool.name);
  const bound = known?.cost ?? boundOf(side, pool);
  if (bound === undefined) return undefined;
  const priceDate = oldestPrice(
    pool === undefined ? pools : [pool],
    side.provider.labels(side.compiled.cluster),
  );
  return {
    ...(plan === undefined || known === undefined ? {} : plannedCost(plan, known)),
    ...atLimits(bound),
    ...budgets(pool?.pool ?? cluster.settings),
    ...(priceDate === undefined ? {} : { priceDate }),
  };
}

function boundOf({ costAtLimits }: SideCluster, pool: CompiledPool | undefined): CostBound | undefined {
  return pool === undefined
    ? costAtLimits
    : costAtLimits?.nodePools.find(({ name }) => name === pool.pool.name);
}

/** What a plan says of a cluster or a pool. */
interface Figures {
  readonly cost: PlannedCost;
  readonly nodePools: readonly PlannedNodePool[];
  readonly nodesRange?: Interval | undefined;
  readonly expectedRangePerHourUsd?: Interval | undefined;
}

function clusterFigures(plan: ClusterPlan | undefined): Figures | undefined {
  if (plan === undefined) return undefined;
  const { cost, nodePools, range } = plan;
  return { cost, nodePools, nodesRange: range?.nodes, expectedRangePerHourUsd: range?.pricePerHourUsd };
}

function poolFigures(plan: ClusterPlan | undefined, name: string): Figures | undefined {
  const pool = plan?.nodePools.find((one) => one.name === name);
  return plan === undefined || pool === undefined
    ? undefined
    : { cost: pool.cost, nodePools: [pool], nodesRange: poolRange(plan, name) };
}

/** Bounds: the groups of a pool need not all have few or many in the same run. */
function poolRange({ nodeGroups }: ClusterPlan, pool: string): Interval | undefined {
  const own = nodeGroups.filter(({ nodePool }) => nodePool === pool);
  if (own.every(({ range }) => range === undefined)) return undefined;
  const sum = (read: (range: Interval) => number) =>
    own.reduce((total, { add, range = { min: add, max: add } }) => total + read(range), 0);
  return { min: sum(({ min }) => min), max: sum(({ max }) => max) };
}

function plannedCost(
  { workloads }: ClusterPlan,
  { cost, nodePools, nodesRange, expectedRangePerHourUsd }: Figures,
): Partial<ReviewedCost> {
  const existing = workloads.nodes > 0 ? { existingPerHourUsd: cost.existingPerHourUsd } : {};
  const unpricedNodes = cost.unpricedNodeClaims + cost.unpricedExistingNodes;
  const unpriced = unpricedNodes > 0 ? { unpricedNodes } : {};
  // A plan of nothing tells what nodes there are, and no more.
  if (workloads.pods === 0) return { ...existing, ...unpriced };
  return {
    floorPerHourUsd: cost.floorPerHourUsd,
    expectedPerHourUsd: cost.expectedPerHourUsd,
    ...existing,
    nodes: nodePools.reduce((sum, { nodes }) => sum + nodes, 0),
    cheapestTypes: typeCounts(nodePools),
    ...unpriced,
    ...(nodesRange === undefined ? {} : { nodesRange }),
    ...(expectedRangePerHourUsd === undefined ? {} : { expectedRangePerHourUsd }),
  };
}

/** The most frequent first, then by name. */
function typeCounts(pools: readonly PlannedNodePool[]) {
  const counts = new Map<string, number>();
  for (const { instanceType, count } of pools.flatMap(({ cheapestTypes }) => cheapestTypes)) {
    counts.set(instanceType, (counts.get(instanceType) ?? 0) + count);
  }
  return [...counts]
    .map(([instanceType, count]) => ({ instanceType, count }))
    .sort((a, b) => b.count - a.count || (a.instanceType < b.instanceType ? -1 : 1));
}

function atLimits({ atLimitsPerHourUsd, atLimitsReason }: CostBound): CostBound {
  return { atLimitsPerHourUsd, ...(atLimitsReason === undefined ? {} : { atLimitsReason }) };
}

function budgets({
  maxMonthlyUsd,
  maxMonthlyUsdAtLimits,
}: Pick<ClusterSettings, 'maxMonthlyUsd' | 'maxMonthlyUsdAtLimits'>) {
  return {
    ...(maxMonthlyUsd === undefined ? {} : { maxMonthlyUsd: maxMonthlyUsd.value }),
    ...(maxMonthlyUsdAtLimits === undefined ? {} : { maxMonthlyUsdAtLimits: maxMonthlyUsdAtLimits.value }),
  };
}
