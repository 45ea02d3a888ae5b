import type { DaemonSet } from '../../kubernetes/api/daemon-set.ts';
import type { Pod } from '../../kubernetes/api/pod.ts';

/** The pod that a DaemonSet's controller would make, without a node. */
export function daemonPod({ metadata, spec }: DaemonSet): Pod {
  const { labels } = spec.template.metadata ?? {};
  return {
    metadata: {
      name: metadata.name,
      namespace: metadata.namespace ?? 'default',
      ...(labels === undefined ? {} : { labels }),
    },
    spec: spec.template.spec,
  };
}

/** Whether a pod is one of a DaemonSet's. */
export function ownedBy({ metadata }: DaemonSet, pod: Pod): boolean {
  return (
    (pod.metadata.namespace ?? 'default') === (metadata.namespace ?? 'default') &&
    (pod.metadata.ownerReferences ?? []).some(
      ({ kind, name, uid }) =>
        kind === 'DaemonSet' && (metadata.uid === undefined ? name === metadata.name : uid === metadata.uid),
    )
  );
}
