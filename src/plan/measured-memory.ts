import type { Node } from '../kubernetes/api/node.ts';
import { ceilUnits, parseQuantity } from '../kubernetes/quantity.ts';
import type { InstanceType, NodeResources } from '../model/instance-type.ts';
import type { MemoryModel } from '../model/scenario.ts';

/**
 * Memory of types as live nodes have it. Karpenter estimates what the hypervisor takes until a node of the type has
 * joined, and then goes by the least that one of them had (karpenter-provider-aws 1.14, `UpdateInstanceTypeCapacityFromNode`).
 */
export function measuredMemory(
  nodes: readonly Node[],
  memory: MemoryModel,
): (type: InstanceType, resources: NodeResources) => NodeResources {
  const measured = memory === 'warm' ? leastByType(nodes) : new Map<string, number>();
  return ({ name }, resources) => {
    const memoryBytes = measured.get(name);
    if (memoryBytes === undefined) return resources;
    const { capacity, allocatable } = resources;
    const more = memoryBytes - capacity.memoryBytes;
    return {
      capacity: { ...capacity, memoryBytes },
      allocatable: { ...allocatable, memoryBytes: allocatable.memoryBytes + more },
    };
  };
}

function leastByType(nodes: readonly Node[]): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (const { metadata, status } of nodes) {
    const type = metadata.labels?.['node.kubernetes.io/instance-type'];
    const parsed = parseQuantity(status?.capacity?.['memory'] ?? '');
    if (type === undefined || !parsed.ok) continue;
    const memoryBytes = Number(ceilUnits(parsed.quantity));
    least.set(type, Math.min(memoryBytes, least.get(type) ?? memoryBytes));
  }
  return least;
}
