import type { Node } from '../kubernetes/api/node.ts';
import type { PlannedCost, PlannedNodePool, PoolProbe, TypeCount } from '../model/plan.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { costAtLimits } from './cost-at-limits.ts';
import { existingCost } from './existing-cost.ts';
import { groupBy } from './group-by.ts';
import { limitUse } from './limit-use.ts';
import { type ClaimOutcome, totalUtilisation } from './node-claims.ts';
import type { PoolView } from './pool-view.ts';

export interface PoolSummaryInput {
  readonly views: readonly PoolView[];
  readonly outcomes: readonly ClaimOutcome[];
  /** Live nodes. */
  readonly nodes: readonly Node[];
  readonly vocabulary: LabelVocabulary;
}

/** What each pool comes to, in the order of the definition. */
export function poolSummaries(input: PoolSummaryInput): readonly PlannedNodePool[] {
  const { views, outcomes, nodes, vocabulary } = input;
  const byPool = groupBy(outcomes, ({ planned }) => planned.nodePool);
  return views.map((view): PlannedNodePool => {
    const own = byPool.get(view.name) ?? [];
    const planned = own.map((one) => one.planned);
    const utilisation = totalUtilisation(planned);
    return {
      name: view.name,
      nodeClaims: own.length,
      pods: planned.reduce((sum, { pods }) => sum + pods.length, 0),
      cheapestTypes: typeCounts(planned.map(({ cheapest }) => cheapest.instanceType)),
      cost: {
        ...newNodesCost(own),
        ...atLimits(view, vocabulary),
        ...existing(
          nodes.filter((node) => poolOf(node) === view.name),
          views,
        ),
      },
      ...(utilisation === undefined ? {} : { utilisation }),
      limits: limitUse(
        view,
        own.map((one) => one.launch),
        nodes,
      ),
    };
  });
}

export function withProbes(
  pools: readonly PlannedNodePool[],
  probes: ReadonlyMap<string, PoolProbe>,
): readonly PlannedNodePool[] {
  return pools.map((pool) => {
    const probe = probes.get(pool.name);
    return probe === undefined ? pool : { ...pool, probe };
  });
}

/** Of the whole cluster. A pool without a bound leaves the cluster without one. */
export function clusterCost(
  pools: readonly PlannedNodePool[],
  nodes: readonly Node[],
  views: readonly PoolView[],
): PlannedCost {
  const sum = (read: (cost: PlannedCost) => number) =>
    pools.reduce((total, { cost }) => total + read(cost), 0);
  const unbounded = pools.find(({ cost }) => cost.atLimitsPerHourUsd === null)?.cost.atLimitsReason;
  return {
    floorPerHourUsd: sum((cost) => cost.floorPerHourUsd),
    expectedPerHourUsd: sum((cost) => cost.expectedPerHourUsd),
    ...(unbounded === undefined
      ? { atLimitsPerHourUsd: sum((cost) => cost.atLimitsPerHourUsd ?? 0) }
      : { atLimitsPerHourUsd: null, atLimitsReason: unbounded }),
    ...existing(nodes, views),
    unpricedNodeClaims: sum((cost) => cost.unpricedNodeClaims),
  };
}

function poolOf({ metadata }: Node): string | undefined {
  return metadata.labels?.['karpenter.sh/nodepool'];
}

function existing(nodes: readonly Node[], views: readonly PoolView[]) {
  const { perHourUsd, unpricedNodes } = existingCost(nodes, views);
  return { existingPerHourUsd: perHourUsd, unpricedExistingNodes: unpricedNodes };
}

function newNodesCost(outcomes: readonly ClaimOutcome[]) {
  const prices = outcomes.flatMap(({ planned }) => planned.pricePerHourUsd ?? []);
  return {
    floorPerHourUsd: prices.reduce((sum, { floor }) => sum + floor, 0),
    expectedPerHourUsd: prices.reduce((sum, { expected }) => sum + expected, 0),
    unpricedNodeClaims: outcomes.length - prices.length,
  };
}

function atLimits(view: PoolView, vocabulary: LabelVocabulary) {
  const most = costAtLimits(view.compiled, view.table, vocabulary);
  return most.perHourUsd === null
    ? { atLimitsPerHourUsd: null, atLimitsReason: most.reason }
    : { atLimitsPerHourUsd: most.perHourUsd };
}

function typeCounts(names: readonly string[]): readonly TypeCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([instanceType, count]) => ({ instanceType, count }))
    .sort((a, b) => b.count - a.count || (a.instanceType < b.instanceType ? -1 : 1));
}
