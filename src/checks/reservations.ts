import type { Origin } from '../diagnostics/origin.ts';
import { amiFamilyOf } from '../kubernetes/api/ami-alias.ts';
import type { Ec2NodeClassSpec } from '../kubernetes/api/ec2-node-class.ts';
import { parseQuantity } from '../kubernetes/quantity.ts';
import type { ReservableResource, Resources } from '../kubernetes/resources.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { amountOf } from './limits.ts';
import { fieldOrigin, type FieldPath } from './node-class/finding.ts';

/** A setting that takes from what a machine has before pods get any. */
export interface ReservingSetting {
  /** `system_reserved.memory` */
  readonly name: string;
  readonly origin: Origin;
}

interface Reserving {
  readonly name: string;
  readonly path: FieldPath;
  /** Absent: how much it takes is not said by the setting alone. */
  readonly amount?: string | undefined;
}

/** What a pool's node class sets that takes from a resource of a machine with this capacity; what takes most comes first. */
export function reservationsOf(
  { pool, nodeClass }: CompiledPool,
  resource: ReservableResource,
  capacity: Resources,
): readonly ReservingSetting[] {
  if (nodeClass === undefined) return [];
  const has = BigInt(amountOf(capacity, resource)) * nanoPerAmount(resource);
  const found = [...kubeletSettings(nodeClass.spec, resource)].map(({ name, path, amount }) => ({
    name,
    origin: fieldOrigin(nodeClass, path),
    nano: amount === undefined ? 0n : nanoOf(amount, has),
  }));
  const { volumeSize } = pool.nodeClass;
  if (resource === 'ephemeral-storage') {
    const origin = volumeSize?.origin ?? fieldOrigin(nodeClass, ['blockDeviceMappings']);
    found.push({ name: volumeSize === undefined ? 'block_device_mappings' : 'volumeSize', origin, nano: 0n });
  }
  return found.sort((a, b) => (a.nano > b.nano ? -1 : a.nano < b.nano ? 1 : 0));
}

function nanoPerAmount(resource: ReservableResource): bigint {
  return resource === 'cpu' ? 10n ** 6n : 10n ** 9n;
}

const SIGNALS: Partial<Record<ReservableResource, string>> = {
  memory: 'memory.available',
  'ephemeral-storage': 'nodefs.available',
};

function* kubeletSettings(spec: Ec2NodeClassSpec, resource: ReservableResource): Iterable<Reserving> {
  const { systemReserved, kubeReserved, evictionHard, maxPods } = spec.kubelet ?? {};
  const written = [
    { name: 'system_reserved', field: 'systemReserved', key: resource, values: systemReserved },
    { name: 'kube_reserved', field: 'kubeReserved', key: resource, values: kubeReserved },
    { name: 'eviction_hard', field: 'evictionHard', key: SIGNALS[resource] ?? '', values: evictionHard },
  ];
  for (const { name, field, key, values } of written) {
    const amount = values?.[key];
    if (amount !== undefined) yield { name: `${name}.${key}`, path: ['kubelet', field, key], amount };
  }
  if (resource === 'memory' && maxPods !== undefined && reservesForMaxPods(spec)) {
    yield { name: 'max_pods', path: ['kubelet', 'maxPods'] };
  }
}

/** The others reserve memory for as many pods as the interfaces allow (Karpenter 1.14, pkg/providers/amifamily). */
function reservesForMaxPods(spec: Ec2NodeClassSpec): boolean {
  const family = amiFamilyOf(spec);
  return family === 'Bottlerocket' || family.startsWith('Windows');
}

/** Of a quantity, or of a percentage of what there is; exact enough to tell which setting takes most. */
function nanoOf(amount: string, has: bigint): bigint {
  const percent = /^([0-9]{1,3})(?:\.[0-9]+)?%$/.exec(amount)?.[1];
  if (percent !== undefined) return percent === '100' ? 0n : (has * BigInt(percent)) / 100n;
  const parsed = parseQuantity(amount);
  return parsed.ok ? parsed.quantity.nano : 0n;
}
