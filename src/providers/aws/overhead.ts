import type { AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import type { Resources } from '../../kubernetes/resources.ts';
import type { NodeResources } from '../../model/instance-type.ts';
import { capacityOf, ceilDivide, eniPods, maxPods, MIB } from './capacity.ts';
import { thresholdBytes } from './eviction-threshold.ts';
import type { ResourceSignature } from './resource-signature.ts';

/** kubeReserved per pod and fixed, as the EKS images reserve it. */
const KUBE_MIB_PER_POD = 11;
const KUBE_MIB_FIXED = 255;
const KUBE_EPHEMERAL_STORAGE_BYTES = 2 ** 30;
const EVICTION_MEMORY_MIB = 100;
/** One tenth of the disk. */
const EVICTION_DISK_DIVISOR = 10;

/** Milli-CPU above `fromMilli` are reserved at so many ten-thousandths, each tier rounded down. */
const CPU_TIERS = [
  { fromMilli: 0, toMilli: 1000, perTenThousand: 600 },
  { fromMilli: 1000, toMilli: 2000, perTenThousand: 100 },
  { fromMilli: 2000, toMilli: 4000, perTenThousand: 50 },
  { fromMilli: 4000, toMilli: Number.MAX_SAFE_INTEGER, perTenThousand: 25 },
] as const;

/** Capacity, and what of it is left for pods (Karpenter 1.14, pkg/providers/instancetype/types.go). */
export function nodeResources(facts: AwsInstanceFacts, signature: ResourceSignature): NodeResources {
  const capacity = capacityOf(facts, signature);
  return {
    capacity,
    allocatable: {
      cpuMilli: capacity.cpuMilli - cpuOverheadMilli(capacity, signature),
      memoryBytes: capacity.memoryBytes - memoryOverheadBytes(facts, capacity, signature),
      ephemeralStorageBytes: capacity.ephemeralStorageBytes - diskOverheadBytes(capacity, signature),
      pods: capacity.pods,
      extended: capacity.extended,
    },
  };
}

function cpuOverheadMilli(capacity: Resources, { kubeReserved, systemReserved }: ResourceSignature): number {
  return (kubeReserved.cpuMilli ?? kubeCpuMilli(capacity.cpuMilli)) + (systemReserved.cpuMilli ?? 0);
}

function kubeCpuMilli(cpuMilli: number): number {
  let reserved = 0;
  for (const { fromMilli, toMilli, perTenThousand } of CPU_TIERS) {
    const inTier = Math.min(cpuMilli, toMilli) - fromMilli;
    if (inTier > 0) reserved += Math.floor((inTier * perTenThousand) / 10_000);
  }
  return reserved;
}

function memoryOverheadBytes(
  facts: AwsInstanceFacts,
  capacity: Resources,
  signature: ResourceSignature,
): number {
  const { kubeReserved, systemReserved, evictionHard, family } = signature;
  // Amazon Linux reserves for what the interfaces allow, whatever `maxPods` says; the others for what they run.
  const pods =
    family.memoryReservedFor === 'eni-limit' ? eniPods(facts, signature, 0) : maxPods(facts, signature);
  const kube = kubeReserved.memoryBytes ?? (KUBE_MIB_PER_POD * pods + KUBE_MIB_FIXED) * MIB;
  const eviction =
    evictionHard.memory === undefined
      ? EVICTION_MEMORY_MIB * MIB
      : thresholdBytes(evictionHard.memory, capacity.memoryBytes);
  return kube + (systemReserved.memoryBytes ?? 0) + eviction;
}

function diskOverheadBytes(capacity: Resources, signature: ResourceSignature): number {
  const { kubeReserved, systemReserved, evictionHard } = signature;
  const eviction =
    evictionHard.ephemeralStorage === undefined
      ? ceilDivide(capacity.ephemeralStorageBytes, EVICTION_DISK_DIVISOR)
      : thresholdBytes(evictionHard.ephemeralStorage, capacity.ephemeralStorageBytes);
  return (
    (kubeReserved.ephemeralStorageBytes ?? KUBE_EPHEMERAL_STORAGE_BYTES) +
    (systemReserved.ephemeralStorageBytes ?? 0) +
    eviction
  );
}
