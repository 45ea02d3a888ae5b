import type { UnschedulablePod, UnschedulableReason } from '../../model/plan.ts';
import type { PackedCluster } from '../packed-cluster.ts';
import type { PoolView } from '../pool-view.ts';

/**
 * Puts into words that MachineDeployments are at their maximum, for pods that would have a place otherwise. Karpenter only sees
 * that nothing is available. Undefined for pools that are not made of MachineDeployments.
 */
export function fullGroups({
  views,
  outcomes,
}: PackedCluster): ((pod: UnschedulablePod) => UnschedulablePod) | undefined {
  if (views.every(({ groups }) => groups === undefined)) return undefined;
  const taken = new Map<string, number>();
  for (const { planned } of outcomes) {
    const name = planned.nodeGroup ?? '';
    taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  const full = new Map(
    views.map((view) => [
      view.name,
      (view.groups ?? []).filter(
        ({ group, members }) => members.length + (taken.get(group.name) ?? 0) >= group.maxSize,
      ).length,
    ]),
  );
  return (pod) => ({
    ...pod,
    reasons: pod.reasons.flatMap((reason) => {
      const { nodePool, code } = reason;
      // Where nothing at all is left, no pool is named.
      const about = views.filter(({ name }) => (nodePool ?? name) === name && (full.get(name) ?? 0) > 0);
      if (about.length === 0 || !SUSPECT.has(code)) return [reason];
      return about.map((view) => fullReason(view, full.get(view.name) ?? 0));
    }),
  });
}

const SUSPECT: ReadonlySet<string> = new Set([
  'no-templates',
  'filter:none',
  'filter:req',
  'filter:req+fits',
  'filter:fits',
  'filter:fits+offering',
  'filter:fits+offering-vs-req',
]);

function fullReason({ name, compiled, limits }: PoolView, count: number): UnschedulableReason {
  const set = compiled.pool.clusterApi?.maxSize;
  const which =
    count === 1
      ? '1 MachineDeployment of the pool is at its'
      : `${count} MachineDeployments of the pool are at their`;
  return {
    nodePool: name,
    code: 'max-size',
    message: `${which} maximum size, and no other can take the pod`,
    source: set?.origin.span ?? limits[0]?.origin.span ?? compiled.pool.keySpan,
  };
}
