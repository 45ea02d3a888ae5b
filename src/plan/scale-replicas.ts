import type { Pod } from '../kubernetes/api/pod.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import { boundOwner, ownerKey } from './bound-owner.ts';
import { pendingAgain, type PlanPod } from './plan-pod.ts';

/** Controllers whose number of pods somebody chooses. A Job has as much work as it has. */
const SCALED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController']);

interface Scaled {
  readonly pods: readonly PlanPod[];
  readonly boundPods: readonly Pod[];
}

/** The replicas of one controller. */
interface Replicas {
  readonly owner: WorkloadOwner;
  readonly pending: PlanPod[];
  readonly running: Pod[];
}

/**
 * The pods to be placed when every controller has `percent` of its replicas, rounded up. Replicas that already run count;
 * what is taken away is taken from the pods to be placed only. New pods come after all others.
 */
export function scaleReplicas({ pods, boundPods }: Scaled, percent: number): readonly PlanPod[] {
  if (percent === 100) return pods;
  const { controllers, others } = grouped(pods, boundPods);
  const taken = new Set([
    ...pods.map(({ uid }) => uid),
    ...boundPods.flatMap(({ metadata }) => metadata.uid ?? []),
  ]);
  const kept: PlanPod[] = [];
  const added: PlanPod[] = [];
  for (const { owner, pending, running } of controllers) {
    const present = pending.length + running.length;
    const wanted = Math.ceil((present * percent) / 100);
    kept.push(...pending.slice(0, Math.max(0, wanted - running.length)));
    const [ran] = running;
    const model = pending[0] ?? (ran === undefined ? undefined : pendingAgain(ran));
    if (model !== undefined) added.push(...copies(model, owner, { from: present, to: wanted, taken }));
  }
  return [...others, ...kept, ...added];
}

function grouped(
  pods: readonly PlanPod[],
  boundPods: readonly Pod[],
): { readonly controllers: Iterable<Replicas>; readonly others: readonly PlanPod[] } {
  const controllers = new Map<string, Replicas>();
  const replicasOf = (owner: WorkloadOwner): Replicas => {
    const key = ownerKey(owner);
    const known = controllers.get(key) ?? { owner, pending: [], running: [] };
    controllers.set(key, known);
    return known;
  };
  const others: PlanPod[] = [];
  for (const pod of pods) {
    const { owner } = pod.template;
    if (owner === undefined || !SCALED.has(owner.kind)) others.push(pod);
    else replicasOf(owner).pending.push(pod);
  }
  const given = new Set(controllers.keys());
  for (const pod of boundPods) {
    const owner = controllerOf(pod, given);
    if (owner !== undefined) replicasOf(owner).running.push(pod);
  }
  return { controllers: controllers.values(), others };
}

/** Of a pod that still runs, if its controller is one that is scaled. */
function controllerOf(pod: Pod, given: ReadonlySet<string>): WorkloadOwner | undefined {
  const hasEnded = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  const owner = hasEnded ? undefined : boundOwner(pod, given);
  return owner !== undefined && SCALED.has(owner.kind) ? owner : undefined;
}

function* copies(
  model: PlanPod,
  owner: WorkloadOwner,
  { from, to, taken }: { readonly from: number; readonly to: number; readonly taken: Set<string> },
): Iterable<PlanPod> {
  let number = from;
  for (let i = from; i < to; i++) {
    while (taken.has(uidOf(owner, number))) number++;
    const uid = uidOf(owner, number);
    taken.add(uid);
    yield { ...model, uid, name: `${owner.name}-${number}` };
  }
}

function uidOf(owner: WorkloadOwner, number: number): string {
  return `${ownerKey(owner)}/${String(number).padStart(5, '0')}`;
}
