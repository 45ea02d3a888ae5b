import type { CompiledCluster } from '../../model/compilation.ts';
import type { ClusterPlan, UnschedulablePod } from '../../model/plan.ts';
import type { SideCluster } from '../../model/review-input.ts';
import type { WorkloadOwner } from '../../model/workloads.ts';

/** Where the pods of one state are to run, by `<namespace>/<name>`. */
export interface Places {
  readonly pods: ReadonlyMap<string, PlacedPod>;
  /** Pods without a place, or without one yet, with the reasons. */
  readonly unplaced: ReadonlyMap<string, UnschedulablePod>;
}

export interface PlacedPod {
  readonly owner?: WorkloadOwner | undefined;
  /** The same object for all replicas of a controller that are alike. */
  readonly template: object;
  /** A pool, an existing node, a later node, or nowhere. */
  readonly place: string;
}

/** Empty, so that no pool is called so, and first in order. */
export const NOWHERE = '';

/** Of pods that get a place within the limits as soon as the first nodes have joined; in which pool, the plan does not say. */
export const LATER = 'a later node';

export const EXISTING_NODE = 'an existing node';

/** What a plan of the workloads comes to. `poolName` says how the other state calls a pool. */
export function placesOf(
  { compiled, workloads }: SideCluster,
  plan: ClusterPlan,
  poolName: (pool: string) => string,
): Places {
  const there = new Set(workloads?.nodes.map(({ metadata }) => metadata.name));
  const assumed = new Map(
    assumedNodes(compiled).flatMap(([node, pool]) => (there.has(node) ? [] : [[node, poolName(pool)]])),
  );
  const places = plannedPlaces(plan, poolName, (node) => assumed.get(node) ?? EXISTING_NODE);
  const unplaced = new Map(plan.unschedulable.map((one) => [one.pod, one]));
  const pods = new Map<string, PlacedPod>();
  for (const { namespace, name, template } of workloads?.pods ?? []) {
    const pod = `${namespace}/${name}`;
    const place = places.get(pod) ?? waitingPlace(unplaced.get(pod));
    if (place !== undefined) pods.set(pod, { owner: template.owner, template, place });
  }
  return { pods, unplaced };
}

function waitingPlace(unplaced: UnschedulablePod | undefined): string | undefined {
  if (unplaced === undefined) return undefined;
  return unplaced.laterBatch ? LATER : NOWHERE;
}

/** The nodes of static pools, as plans call them where no dump shows any. */
function assumedNodes({ pools }: CompiledCluster): readonly (readonly [node: string, pool: string])[] {
  return pools.flatMap(({ pool: { name, replicas } }) =>
    Array.from({ length: replicas?.value ?? 0 }, (_, i) => [`${name}-static-${i + 1}`, name] as const),
  );
}

function plannedPlaces(
  { nodeClaims, nodeGroups, existingNodes }: ClusterPlan,
  poolName: (pool: string) => string,
  nodePlace: (node: string) => string,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const put = (pods: readonly string[], place: string) => {
    for (const pod of pods) places.set(pod, place);
  };
  for (const { pods, nodePool } of [...nodeGroups, ...nodeClaims]) put(pods, poolName(nodePool));
  for (const { name, pods } of existingNodes) put(pods, nodePlace(name));
  return places;
}
