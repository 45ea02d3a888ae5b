import type { FailedAttempt, PodFailure } from './decision.ts';
import { refusal, scarce } from './filters.ts';
import type { Situation } from './options.ts';
import type { Placeable } from './world.ts';

/** By uid: why each pod that is left has no place, one attempt per node group. */
export function failuresOf(situation: Situation): ReadonlyMap<string, PodFailure> {
  const failures = new Map<string, PodFailure>();
  const known = new Map<Placeable, PodFailure>();
  for (const i of situation.remaining) {
    const pod = situation.encoded.placeables[i] as Placeable;
    let failure = known.get(pod);
    if (failure === undefined) {
      failure = { attempts: attemptsOf(situation, pod) };
      known.set(pod, failure);
    }
    failures.set(situation.encoded.pods[i]?.uid ?? '', failure);
  }
  return failures;
}

function attemptsOf(situation: Situation, pod: Placeable): readonly FailedAttempt[] {
  const { nodeGroups } = situation.encoded.problem;
  if (pod.pod.usesClaims) return [{ code: 'dra' }];
  if (nodeGroups.length === 0) return [{ code: 'no-node-groups' }];
  return nodeGroups.map(({ id }, group) => ({ nodeGroup: id, ...attempt(situation, pod, group) }));
}

function attempt(situation: Situation, pod: Placeable, group: number): Omit<FailedAttempt, 'nodeGroup'> {
  const { encoded, world, ledger, targets } = situation;
  const { nodeGroups, options = {} } = encoded.problem;
  const kind = encoded.templates[group];
  if (kind === undefined) return { code: 'no-template', detail: nodeGroups[group]?.templateProblem };
  const node = world.add(kind);
  const refused = refusal(world, node, pod);
  const lacking = scarce(world, pod.pod, node, encoded.columns.names);
  world.removeLast();
  if (refused !== undefined) {
    return refused.code === 'resources' ? { code: 'resources', detail: lacking.join(', ') } : refused;
  }
  if ((targets[group] ?? 0) >= (nodeGroups[group]?.maxSize ?? 0)) return { code: 'max-size' };
  const { maxNodesTotal = 0 } = options;
  if (maxNodesTotal > 0 && situation.nodes >= maxNodesTotal) return { code: 'max-nodes-total' };
  const quota = ledger.refusal(kind);
  return quota === undefined ? { code: 'not-packed' } : { code: 'quota', detail: quota };
}
