import { invariant } from '../diagnostics/invariant.ts';
import type {
  ReviewReport,
  ReviewReportCluster,
  ReviewReportCostChange,
  ReviewReportDanger,
  ReviewReportPool,
} from './review-contract.ts';
import { totalCost } from './review-report-cost.ts';
import { worsenedScenarios } from './review-scenarios.ts';
import { isShown, isUndecided, SEVERITY_RANK } from './review-view.ts';

/** Clusters to which the same happens, as when a shared default changes. */
export interface ClusterGroup {
  readonly clusters: readonly ReviewReportCluster[];
  /** Rows to show; nodes and money are those of all its clusters together. */
  readonly pools: readonly ReviewReportPool[];
  readonly cost: ReviewReportCostChange;
}

/** Clusters with a change, those with the same one together, each group at the place of its first. */
export function clusterGroups({ clusters }: ReviewReport): readonly ClusterGroup[] {
  const groups = new Map<string, ReviewReportCluster[]>();
  for (const cluster of clusters) {
    if (isQuiet(cluster)) continue;
    const key = storyOf(cluster);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cluster]);
    else group.push(cluster);
  }
  return [...groups.values()].map(together);
}

/** Nothing to show but that it is there. */
export function isQuiet({ change, failed, nodePools, dangers, placement }: ReviewReportCluster): boolean {
  if (change !== 'unchanged' || failed.length > 0 || dangers.length > 0 || nodePools.some(isShown))
    return false;
  if (placement === undefined) return true;
  const { lost, gained, moved, unplacedNew } = placement;
  return [lost, gained, moved, unplacedNew].every((pods) => pods.length === 0);
}

/** There is one cluster to talk about: its name goes without saying. */
export function isSingle({ clusters }: ReviewReport): boolean {
  return clusters.filter((cluster) => !isQuiet(cluster)).length < 2;
}

/** Whatever a table says of a cluster, but for figures. */
function storyOf(cluster: ReviewReportCluster): string {
  const { change, failed, nodePools, cost, changedInputs = [] } = cluster;
  const pools = nodePools.filter(isShown).map((pool) => {
    const { scope, predicate, nodes } = pool.rotation;
    const counted = nodes !== undefined;
    const open = isUndecided(pool);
    return [pool.name, pool.change, pool.renamedFrom, pool.summary, scope, predicate, counted, open];
  });
  const known = [cost.before, cost.after].map((side) => side?.expectedPerHourUsd !== undefined);
  return JSON.stringify([change, failed, pools, known, changedInputs, worsenedScenarios(cluster)]);
}

function together(clusters: readonly ReviewReportCluster[]): ClusterGroup {
  const [first] = clusters;
  const pools = first?.nodePools.filter(isShown) ?? [];
  // What a definition with errors would cost is not known.
  if (first !== undefined && first.failed.length > 0)
    return { clusters, pools: pools.map((pool) => ({ ...pool, cost: {} })), cost: {} };
  if (first === undefined || clusters.length === 1) return { clusters, pools, cost: first?.cost ?? {} };
  const shown = clusters.map(({ nodePools }) => nodePools.filter(isShown));
  return {
    clusters,
    pools: pools.map((pool, i) => poolTogether(shown.map((of) => of[i] ?? pool))),
    cost: costTogether(clusters.map(({ cost }) => cost)),
  };
}

function poolTogether(pools: readonly ReviewReportPool[]): ReviewReportPool {
  const [first] = pools;
  invariant(first !== undefined, 'a group has at least one cluster');
  const nodes = pools.flatMap(({ rotation }) => rotation.nodes ?? []);
  const basis = nodes[0]?.basis;
  const sum = (of: 'count' | 'of') => nodes.reduce((all, one) => all + one[of], 0);
  return {
    ...first,
    rotation: {
      ...first.rotation,
      ...(basis === undefined ? {} : { nodes: { count: sum('count'), of: sum('of'), basis } }),
    },
    cost: costTogether(pools.map(({ cost }) => cost)),
  };
}

function costTogether(costs: readonly ReviewReportCostChange[]): ReviewReportCostChange {
  const side = (state: 'before' | 'after') =>
    totalCost(
      costs.flatMap((cost) => {
        const known = cost[state];
        return known === undefined ? [] : [{ cluster: '', cost: known }];
      }),
      {},
    );
  const [before, after] = [side('before'), side('after')];
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

export interface SharedDanger extends ReviewReportDanger {
  /** Names of the clusters that have it. */
  readonly clusters: readonly string[];
}

/** The dangers of all clusters, worst first; one that several have in the same words, from the same line, once. */
export function sharedDangers({ clusters }: ReviewReport): readonly SharedDanger[] {
  const found = new Map<string, { readonly danger: ReviewReportDanger; readonly clusters: Set<string> }>();
  for (const cluster of clusters) {
    const dangers = [...cluster.dangers, ...cluster.nodePools.flatMap((pool) => pool.dangers)];
    for (const danger of dangers) {
      const { code, message, help, source } = danger;
      // Each cluster has a file of its own; what the same pool of many clusters is warned of is one danger.
      const key = JSON.stringify([code, danger.severity, message, help]);
      const known = found.get(key);
      if (known === undefined)
        found.set(key, { danger: { ...danger, source }, clusters: new Set([cluster.name]) });
      else known.clusters.add(cluster.name);
    }
  }
  return [...found.values()]
    .map(({ danger, clusters: names }) => ({ ...danger, clusters: [...names] }))
    .sort((a, b) => SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity]);
}
