import type { NodeTaint } from '../kubernetes/api/node-pool.ts';
import { formatTaint } from '../kubernetes/taint.ts';
import type { NodeClassObject } from '../model/provider.ts';
import { contentHash } from './content-hash.ts';
import { CAPACITY_TYPE, REGION, ZONE } from './keys.ts';
import type { MachineOption } from './machine-option.ts';
import type { Labels } from './route-labels.ts';

const PLACES: ReadonlySet<string> = new Set([ZONE, REGION, CAPACITY_TYPE]);

/**
 * A digest of what makes two MachineDeployments the same machine: node class, instance type, what it has, labels and
 * taints. Zone and capacity type are where and how it is bought, so they are left out.
 */
export function shapeOf({
  option,
  nodeClass,
  labels,
  taints,
}: {
  readonly option: MachineOption;
  readonly nodeClass: NodeClassObject;
  readonly labels: Labels;
  readonly taints: readonly NodeTaint[];
}): string {
  return contentHash({
    nodeClass: nodeClassHash(nodeClass),
    instanceType: option.type.name,
    capacity: option.resources.capacity,
    allocatable: option.resources.allocatable,
    labels: Object.fromEntries(Object.entries(labels).filter(([key]) => !PLACES.has(key))),
    taints: taints.map(formatTaint).sort(),
  });
}

const hashes = new WeakMap<NodeClassObject, string>();

function nodeClassHash(nodeClass: NodeClassObject): string {
  const hash = hashes.get(nodeClass) ?? contentHash(nodeClass.spec);
  hashes.set(nodeClass, hash);
  return hash;
}
