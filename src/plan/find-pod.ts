import { podName, type PlanPod } from './plan-pod.ts';
import type { ScenarioWorkloads } from './scenario-workloads.ts';

/** One pod of a cluster, or what else there is of that name. */
export type FoundPod =
  | { readonly found: 'pending'; readonly pod: PlanPod }
  | { readonly found: 'bound'; readonly node: string }
  | { readonly found: 'owner'; readonly kind: string; readonly pods: readonly string[] }
  | { readonly found: 'daemon-set' }
  | { readonly found: 'nothing'; readonly names: readonly string[] };

export function findPod(name: string, { pods, boundPods, daemonSets }: ScenarioWorkloads): FoundPod {
  const pod = pods.find((one) => podName(one) === name);
  if (pod !== undefined) return { found: 'pending', pod };
  const bound = boundPods.find(
    ({ metadata }) => `${metadata.namespace ?? 'default'}/${metadata.name}` === name,
  );
  if (bound !== undefined) return { found: 'bound', node: bound.spec.nodeName ?? '' };
  const owned = pods.filter(
    ({ template: { owner } }) => owner !== undefined && `${owner.namespace}/${owner.name}` === name,
  );
  const kind = owned[0]?.template.owner?.kind;
  if (kind !== undefined) return { found: 'owner', kind, pods: owned.map(podName) };
  const isDaemonSet = daemonSets.some(
    ({ metadata }) => `${metadata.namespace ?? 'default'}/${metadata.name}` === name,
  );
  return isDaemonSet ? { found: 'daemon-set' } : { found: 'nothing', names: pods.map(podName) };
}
