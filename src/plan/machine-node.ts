import type { Node } from '../kubernetes/api/node.ts';
import type { Requirements } from '../kubernetes/requirements.ts';
import type { CapacityType, InstanceType } from '../model/instance-type.ts';
import { isOfferingKey } from '../selection/offering-labels.ts';
import type { PoolView } from './pool-view.ts';
import { resourceList } from './resource-list.ts';

export interface LaunchedMachine {
  readonly name: string;
  readonly type: InstanceType;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** What the node must satisfy: keys with a single value become labels. */
  readonly requirements: Requirements;
}

/** The Node of a machine that a pool has launched, as it is once it has joined. */
export function machineNode(machine: LaunchedMachine, view: PoolView): Node {
  const { name, type, zone, capacityType, requirements } = machine;
  const labels: Record<string, string> = {};
  for (const { key, complement, values } of requirements.entries()) {
    const value = complement ? undefined : only(values);
    if (value !== undefined) labels[key] = value;
  }
  for (const [key, values] of type.labels) {
    const value = only(values);
    if (value !== undefined && !isOfferingKey(key)) labels[key] = value;
  }
  const { capacity, allocatable } = view.table.resourcesOf(type);
  return {
    metadata: {
      name,
      labels: {
        ...labels,
        'topology.kubernetes.io/zone': zone,
        'karpenter.sh/capacity-type': capacityType,
        'karpenter.sh/nodepool': labels['karpenter.sh/nodepool'] ?? view.name,
        'karpenter.sh/registered': 'true',
        'karpenter.sh/initialized': 'true',
        'kubernetes.io/hostname': name,
      },
    },
    spec: { providerID: `planned:///${name}`, taints: view.taints },
    status: { capacity: resourceList(capacity), allocatable: resourceList(allocatable) },
  };
}

function only(values: Iterable<string>): string | undefined {
  const [first, ...others] = values;
  return others.length === 0 ? first : undefined;
}
