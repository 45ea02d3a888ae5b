import type { Node } from '../kubernetes/api/node.ts';
import type { PlannedCost, PlannedNodePool, PlannedOffering, PoolProbe, TypeCount } from '../model/plan.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { costBound, sumOfBounds } from './cluster-cost-at-limits.ts';
import { costAtLimits } from './cost-at-limits.ts';
import { existingCost } from './existing-cost.ts';
import { groupBy } from './group-by.ts';
import type { Launch } from './launch.ts';
import { limitUse } from './limit-use.ts';
import { groupsAtLimits } from './node-groups/groups-at-limits.ts';
import type { GroupOutcome } from './node-groups/planned-groups.ts';
import { type ClaimOutcome, totalUtilisation } from './node-claims.ts';
import type { PoolView } from './pool-view.ts';

export interface PoolSummaryInput {
  readonly views: readonly PoolView[];
  readonly outcomes: readonly ClaimOutcome[];
  /** Of the Cluster Autoscaler. */
  readonly groups: readonly GroupOutcome[];
  /** Live nodes. */
  readonly nodes: readonly Node[];
  readonly vocabulary: LabelVocabulary;
}

/** What each pool comes to, in the order of the definition. */
export function poolSummaries(input: PoolSummaryInput): readonly PlannedNodePool[] {
  const { views, nodes, vocabulary } = input;
  const claimsOf = groupBy(input.outcomes, ({ planned }) => planned.nodePool);
  const groupsOf = groupBy(input.groups, ({ planned }) => planned.nodePool);
  return views.map((view): PlannedNodePool => {
    const claims = claimsOf.get(view.name) ?? [];
    const groups = groupsOf.get(view.name) ?? [];
    const planned = [...claims, ...groups].map((one) => one.planned);
    const utilisation = totalUtilisation(planned);
    const launches = [
      ...claims.map((one) => one.launch),
      ...groups.flatMap((one) => Array<Launch>(one.planned.add).fill(one.launch)),
    ];
    const live = nodesOf(view, nodes);
    return {
      name: view.name,
      backend: view.compiled.backend,
      nodeClaims: claims.length,
      nodes: launches.length,
      pods: planned.reduce((sum, { pods }) => sum + pods.length, 0),
      cheapestTypes: typeCounts(launches.map(({ candidates }) => candidates[0]?.type.name ?? '')),
      cost: {
        ...newNodesCost(claims, groups),
        ...atLimits(view, vocabulary),
        ...existing(live, views),
      },
      ...(utilisation === undefined ? {} : { utilisation }),
      limits: limitUse(view, launches, live),
    };
  });
}

/** By the pool that they name, or by the node group they belong to. */
function nodesOf({ name, groups }: PoolView, nodes: readonly Node[]): readonly Node[] {
  return groups === undefined
    ? nodes.filter(({ metadata }) => metadata.labels?.['karpenter.sh/nodepool'] === name)
    : groups.flatMap(({ members }) => members);
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
  return {
    floorPerHourUsd: sum((cost) => cost.floorPerHourUsd),
    expectedPerHourUsd: sum((cost) => cost.expectedPerHourUsd),
    ...sumOfBounds(pools.map(({ cost }) => cost)),
    ...existing(nodes, views),
    unpricedNodeClaims: sum((cost) => cost.unpricedNodeClaims),
  };
}

function existing(nodes: readonly Node[], views: readonly PoolView[]) {
  const { perHourUsd, unpricedNodes } = existingCost(nodes, views);
  return { existingPerHourUsd: perHourUsd, unpricedExistingNodes: unpricedNodes };
}

function newNodesCost(claims: readonly ClaimOutcome[], groups: readonly GroupOutcome[]) {
  const prices = [
    ...claims.map(({ planned }) => ({ count: 1, price: planned.pricePerHourUsd })),
    ...groups.map(({ planned: { add, price } }) => ({ count: add, price: onlyPrice(price) })),
  ];
  let floorPerHourUsd = 0;
  let expectedPerHourUsd = 0;
  let unpricedNodeClaims = 0;
  for (const { count, price } of prices) {
    if (price === undefined) unpricedNodeClaims += count;
    floorPerHourUsd += count * (price?.floor ?? 0);
    expectedPerHourUsd += count * (price?.expected ?? 0);
  }
  return { floorPerHourUsd, expectedPerHourUsd, unpricedNodeClaims };
}

/** A node group is one type in one zone, so there is no other price than this. */
function onlyPrice(offering: PlannedOffering | undefined) {
  const usd = offering?.pricePerHourUsd;
  return usd === undefined ? undefined : { floor: usd, expected: usd };
}

function atLimits(view: PoolView, vocabulary: LabelVocabulary) {
  return costBound(
    view.groups === undefined
      ? costAtLimits(view.compiled, view.table, vocabulary)
      : groupsAtLimits(view, vocabulary),
  );
}

function typeCounts(names: readonly string[]): readonly TypeCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([instanceType, count]) => ({ instanceType, count }))
    .sort((a, b) => b.count - a.count || (a.instanceType < b.instanceType ? -1 : 1));
}
