import type { AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import type { Resources } from '../../kubernetes/resources.ts';
import type { ResourceSignature } from './resource-signature.ts';

export const MIB = 2 ** 20;

/** Set aside by arm64 kernels for contiguous allocations; nodes never see it. */
const ARM64_CMA_MIB = 64;

/**
 * Controller setting VM_MEMORY_OVERHEAD_PERCENT, 0.075 unless an installation changes it, as a fraction so that no
 * float comes near a resource.
 */
const VM_OVERHEAD = { numerator: 3, denominator: 40 } as const;

/** Controller setting RESERVED_ENIS, 0 unless an installation changes it. */
const RESERVED_ENIS = 0;

/** Windows nodes do not hand out addresses per interface. */
const WINDOWS_PODS = 110;

/** What a node of this type announces (Karpenter 1.14, pkg/providers/instancetype/types.go, `computeCapacity`). */
export function capacityOf(facts: AwsInstanceFacts, signature: ResourceSignature): Resources {
  return {
    cpuMilli: facts.vcpus * 1000,
    memoryBytes: memoryMib(facts) * MIB,
    ephemeralStorageBytes: ephemeralStorageBytes(facts, signature),
    pods: maxPods(facts, signature),
    extended: extendedResources(facts, signature),
  };
}

function memoryMib(facts: AwsInstanceFacts): number {
  const base = facts.architecture === 'arm64' ? facts.memoryMib - ARM64_CMA_MIB : facts.memoryMib;
  return base - ceilDivide(base * VM_OVERHEAD.numerator, VM_OVERHEAD.denominator);
}

function ephemeralStorageBytes(facts: AwsInstanceFacts, signature: ResourceSignature): number {
  const localDiskGb = facts.localDiskGb ?? facts.localNvmeGb;
  return signature.localDisks === 'ephemeral-storage' && localDiskGb !== undefined
    ? localDiskGb * 1e9
    : signature.ephemeralStorageBytes;
}

/** How many pods the kubelet will take. */
export function maxPods(facts: AwsInstanceFacts, signature: ResourceSignature): number {
  const { family, podsPerCore } = signature;
  const usual = family.windowsBuild === undefined ? eniPods(facts, signature, RESERVED_ENIS) : WINDOWS_PODS;
  const count = signature.maxPods ?? usual;
  return podsPerCore === undefined || podsPerCore <= 0 || family.podsPerCore === 'ignored'
    ? count
    : Math.min(podsPerCore * facts.vcpus, count);
}

/**
 * Addresses that the VPC CNI can give to pods: interfaces of the default card, one address of each for itself, two
 * pods on the host network. Prefix delegation is not modelled, as in Karpenter.
 */
export function eniPods(facts: AwsInstanceFacts, signature: ResourceSignature, reservedEnis: number): number {
  if (facts.enis === undefined || facts.ipv4PerEni === undefined) return facts.podLimit ?? 0;
  const usable = Math.max(0, facts.enis - reservedEnis - (signature.efaOnly?.onDefaultCard ?? 0));
  return usable === 0 ? 0 : usable * (facts.ipv4PerEni - 1) + 2;
}

const GPU_RESOURCES: ReadonlyMap<string, string> = new Map([
  ['nvidia', 'nvidia.com/gpu'],
  ['amd', 'amd.com/gpu'],
  ['habana', 'habana.ai/gaudi'],
]);

function extendedResources(
  facts: AwsInstanceFacts,
  signature: ResourceSignature,
): Readonly<Record<string, number>> {
  const extended: Record<string, number> = {};
  const add = (name: string, count: number) => {
    if (count > 0) extended[name] = (extended[name] ?? 0) + count;
  };
  for (const { manufacturer, count } of facts.gpus ?? []) {
    const name = GPU_RESOURCES.get(manufacturer);
    if (name !== undefined) add(name, count);
  }
  const neuron = facts.neuronDevices ?? [];
  for (const { count } of neuron) add('aws.amazon.com/neuron', count);
  const [first] = neuron;
  if (first !== undefined) add('aws.amazon.com/neuroncore', first.count * first.coresPerDevice);
  add('vpc.amazonaws.com/efa', signature.efaOnly?.total ?? facts.efaCount ?? 0);
  // Counted whether or not the cluster uses security groups per pod.
  add('vpc.amazonaws.com/pod-eni', facts.branchInterfaces ?? 0);
  if (signature.family.windowsBuild !== undefined && facts.architecture === 'amd64') {
    add('vpc.amazonaws.com/PrivateIPv4Address', (facts.ipv4PerEni ?? 1) - 1);
  }
  return extended;
}

/** Rounded up; both whole and not negative. */
export function ceilDivide(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (remainder > 0 ? 1 : 0);
}
