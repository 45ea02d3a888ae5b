import * as z from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import { dataReader, readData } from './data-reader.ts';
import { controllerOf, type Inventory } from './inventory.ts';
import type { KubeObject } from './kube-object.ts';
import { ownerKey, ownerOf } from './owners.ts';
import { isMap } from './pick.ts';
import type { PodData, PodDataReader } from './pod-data.ts';

/** A pod that is given as such, by a dump or a manifest. */
export interface GivenPod {
  readonly object: KubeObject;
  readonly data: PodData;
  /** Empty while it has none. */
  readonly nodeName: string;
  readonly phase: string | undefined;
  readonly isNominated: boolean;
  /** Controlled by `apps/v1` DaemonSet: its node is chosen by another. */
  readonly isDaemon: boolean;
  /** A static pod of a node. */
  readonly isMirror: boolean;
  readonly owner: WorkloadOwner | undefined;
}

/** Replicas of a controller that are there. */
export interface Replicas {
  readonly count: number;
  readonly names: ReadonlySet<string>;
  /** `pod-template-hash` of the youngest. */
  readonly hash: string | undefined;
}

const state = dataReader(
  z.object({
    spec: z.object({ nodeName: z.string().exactOptional() }).exactOptional(),
    status: z
      .object({ phase: z.string().exactOptional(), nominatedNodeName: z.string().exactOptional() })
      .exactOptional(),
  }),
);

/** Every pod that has not ended. */
export function readGivenPods(
  inventory: Inventory,
  reader: PodDataReader,
  report: (found: Diagnostic) => void,
): GivenPod[] {
  return inventory.of('Pod').flatMap((object) => {
    const read = readData(state, object, report);
    const phase = read?.status?.phase;
    if (read === undefined || phase === 'Succeeded' || phase === 'Failed') return [];
    return [
      {
        object,
        data: reader.read(object.raw, object.meta.labels),
        nodeName: read.spec?.nodeName ?? '',
        phase,
        isNominated: (read.status?.nominatedNodeName ?? '') !== '',
        isDaemon: isOwnedBy(object, 'apps/v1', 'DaemonSet'),
        isMirror: isOwnedBy(object, 'v1', 'Node'),
        owner: ownerOf(object, inventory),
      },
    ];
  });
}

function isOwnedBy({ meta }: KubeObject, apiVersion: string, kind: string): boolean {
  return meta.ownerReferences?.some((one) => one.apiVersion === apiVersion && one.kind === kind) ?? false;
}

/** Whether the cluster says that a pod does not work. Asked of few pods, so it is not kept. */
export function isUnready({ object }: GivenPod): boolean {
  const { status } = object.raw;
  const conditions = isMap(status) ? status['conditions'] : undefined;
  return (
    Array.isArray(conditions) &&
    conditions.some((one: unknown) => isMap(one) && one['type'] === 'Ready' && one['status'] === 'False')
  );
}

/**
 * Counts the pods that a controller need not make: those that are not being deleted, and those that are placed whatever
 * happens to them. By `ownerKey`, for the controller that owns them as well as for the one above it.
 */
export function countReplicas(
  pods: readonly GivenPod[],
  isPlaced: (pod: KubeObject) => boolean,
): ReadonlyMap<string, Replicas> {
  const counts = new Map<string, Count>();
  for (const { object, owner } of pods) {
    const direct = controllerOf(object);
    if (owner === undefined || direct === undefined) continue;
    if (object.meta.deletionTimestamp !== undefined && !isPlaced(object)) continue;
    for (const key of new Set([
      ownerKey(owner),
      ownerKey({ ...owner, kind: direct.kind, name: direct.name }),
    ])) {
      let count = counts.get(key);
      if (count === undefined) counts.set(key, (count = new Count()));
      count.add(object);
    }
  }
  return counts;
}

class Count implements Replicas {
  readonly names = new Set<string>();
  hash: string | undefined;
  count = 0;
  #created = '';

  add({ meta: { name, labels, creationTimestamp = '' } }: KubeObject): void {
    this.count++;
    this.names.add(name);
    const hash = labels?.['pod-template-hash'];
    if (hash === undefined || creationTimestamp < this.#created) return;
    this.#created = creationTimestamp;
    this.hash = hash;
  }
}
