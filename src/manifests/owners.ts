import type { WorkloadOwner } from '../model/workloads.ts';
import { controllerOf, type Inventory } from './inventory.ts';
import type { KubeObject } from './kube-object.ts';

const HASH = 'pod-template-hash';

/**
 * The controller that people know: of the pods of a Deployment the Deployment, although a ReplicaSet owns them; of those
 * of a CronJob's Job the CronJob. Found even where what stands between is not given. Undefined for a bare object.
 */
export function ownerOf(object: KubeObject, inventory: Inventory): WorkloadOwner | undefined {
  const reference = controllerOf(object);
  if (reference === undefined) return undefined;
  const { namespace = '' } = object.meta;
  const { kind, name } = reference;
  const owner = { kind, namespace, name };
  const between = inventory.find(kind, namespace, name);
  const above = between === undefined ? undefined : controllerOf(between);
  if (above !== undefined) return { kind: above.kind, namespace, name: above.name };
  if (between !== undefined) return owner;
  if (kind === 'ReplicaSet') return deploymentOf(owner, object) ?? owner;
  return kind === 'Job' ? (cronJobOf(owner, inventory) ?? owner) : owner;
}

/** `namespace/kind/name` of the object itself. */
export function selfKey({ kind, meta }: KubeObject): string {
  return ownerKey({ kind, namespace: meta.namespace ?? '', name: meta.name });
}

/** `namespace/kind/name` */
export function ownerKey({ kind, namespace, name }: WorkloadOwner): string {
  return `${namespace}/${kind}/${name}`;
}

/** A Deployment names its ReplicaSets after itself and the hash that its pods carry. */
function deploymentOf({ namespace, name }: WorkloadOwner, pod: KubeObject): WorkloadOwner | undefined {
  const hash = pod.meta.labels?.[HASH];
  if (hash === undefined || !name.endsWith(`-${hash}`)) return undefined;
  return { kind: 'Deployment', namespace, name: name.slice(0, -hash.length - 1) };
}

/** A CronJob names its Jobs after itself and the minute they were due. */
function cronJobOf({ namespace, name }: WorkloadOwner, inventory: Inventory): WorkloadOwner | undefined {
  const cronJob = /^(.+)-[0-9]+$/.exec(name)?.[1];
  if (cronJob === undefined || inventory.find('CronJob', namespace, cronJob) === undefined) return undefined;
  return { kind: 'CronJob', namespace, name: cronJob };
}
