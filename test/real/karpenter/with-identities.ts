import type { Workloads } from '../../../src/model/workloads.ts';
import type { Manifest } from '../rig/api.ts';

/** The same workloads with the uids and times that an API server gave to their pods. */
export function withIdentities(workloads: Workloads, stored: readonly Manifest[]): Workloads {
  const byName = new Map(stored.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, metadata]));
  const pods = workloads.pods.map((pod) => {
    const metadata = byName.get(`${pod.namespace}/${pod.name}`);
    if (metadata === undefined) throw new Error(`pod ${pod.namespace}/${pod.name} was not stored`);
    const createdAtSeconds = Date.parse(String(metadata['creationTimestamp'])) / 1000;
    return { ...pod, uid: String(metadata['uid']), createdAtSeconds };
  });
  return { ...workloads, pods: pods.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)) };
}
