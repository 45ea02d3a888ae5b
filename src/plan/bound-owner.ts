import type { Pod } from '../kubernetes/api/pod.ts';
import type { WorkloadOwner } from '../model/workloads.ts';

/**
 * The controller that people know of a pod that runs: of those of a ReplicaSet its Deployment, of those of a Job its
 * CronJob, where the pod's labels or what else is `given` (by `ownerKey`) tell it. Undefined for a bare pod.
 */
export function boundOwner({ metadata }: Pod, given: ReadonlySet<string>): WorkloadOwner | undefined {
  const namespace = metadata.namespace ?? 'default';
  const references = metadata.ownerReferences ?? [];
  const reference =
    references.find(({ controller }) => controller === true) ??
    references.find(({ controller }) => controller !== false);
  if (reference === undefined) return undefined;
  const { kind, name } = reference;
  if (kind === 'ReplicaSet') {
    const hash = metadata.labels?.['pod-template-hash'];
    // A Deployment names its ReplicaSets after itself and the hash that its pods carry.
    if (hash !== undefined && name.endsWith(`-${hash}`)) {
      return { kind: 'Deployment', namespace, name: name.slice(0, -hash.length - 1) };
    }
  }
  const above = ABOVE.get(kind);
  const base = above?.pattern.exec(name)?.[1];
  if (above !== undefined && base !== undefined) {
    const owner = { kind: above.kind, namespace, name: base };
    if (given.has(ownerKey(owner))) return owner;
  }
  return { kind, namespace, name };
}

/** What makes such a controller, and how it names it after itself. */
const ABOVE: ReadonlyMap<string, { readonly kind: string; readonly pattern: RegExp }> = new Map([
  ['ReplicaSet', { kind: 'Deployment', pattern: /^(.+)-[a-z0-9]+$/ }],
  ['Job', { kind: 'CronJob', pattern: /^(.+)-[0-9]+$/ }],
]);

/** `<namespace>/<kind>/<name>` */
export function ownerKey({ kind, namespace, name }: WorkloadOwner): string {
  return `${namespace}/${kind}/${name}`;
}
