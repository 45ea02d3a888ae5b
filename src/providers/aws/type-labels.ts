import type { AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import { parseTypeName } from '../../catalogue/type-name.ts';
import type { ClassTraits } from './class-traits.ts';
import {
  ARCH,
  awsLabel,
  CAPACITY_RESERVATION_ID,
  CAPACITY_TYPE,
  INSTANCE_TYPE,
  OS,
  PLACEMENT_GROUP_ID,
  REGION,
  WINDOWS_BUILD,
  ZONE,
  ZONE_ID,
} from './label-keys.ts';

/** Made once: thousands of maps share these strings. */
const KEY = {
  capacityReservationInterruptible: awsLabel('capacity-reservation-interruptible'),
  capacityReservationType: awsLabel('capacity-reservation-type'),
  acceleratorCount: awsLabel('instance-accelerator-count'),
  acceleratorManufacturer: awsLabel('instance-accelerator-manufacturer'),
  acceleratorName: awsLabel('instance-accelerator-name'),
  capabilityFlex: awsLabel('instance-capability-flex'),
  category: awsLabel('instance-category'),
  cpu: awsLabel('instance-cpu'),
  cpuManufacturer: awsLabel('instance-cpu-manufacturer'),
  cpuSustainedClockSpeedMhz: awsLabel('instance-cpu-sustained-clock-speed-mhz'),
  ebsBandwidth: awsLabel('instance-ebs-bandwidth'),
  encryptionInTransitSupported: awsLabel('instance-encryption-in-transit-supported'),
  family: awsLabel('instance-family'),
  generation: awsLabel('instance-generation'),
  gpuCount: awsLabel('instance-gpu-count'),
  gpuManufacturer: awsLabel('instance-gpu-manufacturer'),
  gpuMemory: awsLabel('instance-gpu-memory'),
  gpuName: awsLabel('instance-gpu-name'),
  hypervisor: awsLabel('instance-hypervisor'),
  localNvme: awsLabel('instance-local-nvme'),
  memory: awsLabel('instance-memory'),
  networkBandwidth: awsLabel('instance-network-bandwidth'),
  placementGroupPartition: awsLabel('placement-group-partition'),
  size: awsLabel('instance-size'),
  tenancy: awsLabel('instance-tenancy'),
} as const;

/** Zones that offer a type, and the ids they have or may have. */
export interface ZoneLists {
  readonly zones: readonly string[];
  readonly zoneIds: readonly string[];
}

export interface LabelSurroundings {
  readonly regionLabels: readonly string[];
  readonly lists: ZoneLists;
  readonly capacityTypes: readonly string[];
  readonly traits: ClassTraits;
}

/**
 * The labels of a type as Karpenter 1.14 computes them (pkg/providers/instancetype/types.go, `computeRequirements`).
 * A label that a node of the type would not have is left out.
 */
export function typeLabels(
  facts: AwsInstanceFacts,
  around: LabelSurroundings,
): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  labels.set(INSTANCE_TYPE, [facts.name]);
  labels.set(ARCH, one(facts.architecture));
  labels.set(OS, osOf(facts, around.traits));
  labels.set(ZONE, around.lists.zones);
  labels.set(REGION, around.regionLabels);
  labels.set(ZONE_ID, around.lists.zoneIds);
  labels.set(CAPACITY_TYPE, around.capacityTypes);
  if (around.traits.windowsBuild !== undefined) labels.set(WINDOWS_BUILD, one(around.traits.windowsBuild));
  const set: Setter = (key, value) => {
    if (value !== undefined) labels.set(key, one(value));
  };
  nameLabels(facts.name, set);
  machineLabels(facts, set);
  acceleratorLabels(facts, set);
  labels.set(KEY.tenancy, TENANCIES);
  const { reservationIds, placementGroupIds } = around.traits;
  if (reservationIds !== undefined) reservationLabels(reservationIds, labels);
  if (placementGroupIds !== undefined) {
    labels.set(PLACEMENT_GROUP_ID, placementGroupIds);
    labels.set(KEY.placementGroupPartition, PARTITIONS);
  }
  return labels;
}

/** How a placement group is partitioned is not known offline; EC2 allows seven partitions. */
const PARTITIONS: readonly string[] = ['1', '2', '3', '4', '5', '6', '7'];

const TENANCIES: readonly string[] = ['default', 'dedicated'];

type Setter = (key: string, value: string | number | undefined) => void;

function osOf(facts: AwsInstanceFacts, traits: ClassTraits): readonly string[] {
  if (traits.windowsBuild === undefined) return one('linux');
  return facts.architecture === 'amd64' ? one('windows') : NONE;
}

const NONE: readonly string[] = [];

function nameLabels(name: string, set: Setter): void {
  const { category, generation, family, size, flex } = parseTypeName(name);
  set(KEY.category, category);
  set(KEY.generation, generation);
  set(KEY.family, family);
  set(KEY.size, size);
  set(KEY.capabilityFlex, String(flex));
}

function machineLabels(facts: AwsInstanceFacts, set: Setter): void {
  set(KEY.cpu, facts.vcpus);
  set(KEY.cpuManufacturer, facts.cpuManufacturer);
  set(KEY.cpuSustainedClockSpeedMhz, facts.cpuSustainedClockSpeedMhz);
  set(KEY.memory, facts.memoryMib);
  set(KEY.hypervisor, facts.hypervisor);
  set(KEY.encryptionInTransitSupported, String(facts.encryptionInTransit));
  set(KEY.localNvme, facts.localNvmeGb);
  set(KEY.networkBandwidth, facts.networkBandwidthMbps);
  set(KEY.ebsBandwidth, facts.ebsBandwidthMbps);
}

/** Only a single kind of device gives labels; Neuron devices go before other accelerators. */
function acceleratorLabels(facts: AwsInstanceFacts, set: Setter): void {
  const gpu = single(facts.gpus);
  set(KEY.gpuName, gpu?.name);
  set(KEY.gpuManufacturer, gpu?.manufacturer);
  set(KEY.gpuCount, gpu?.count);
  set(KEY.gpuMemory, gpu?.memoryMib);
  const neuron = single(facts.neuronDevices);
  const other = facts.neuronDevices === undefined ? single(facts.inferenceAccelerators) : undefined;
  set(KEY.acceleratorName, neuron?.name ?? other?.name);
  set(KEY.acceleratorManufacturer, neuron === undefined ? other?.manufacturer : 'aws');
  set(KEY.acceleratorCount, neuron?.count ?? other?.count);
}

/** Which reservations exist is not known offline: whatever the class's terms may select is taken to be there. */
function reservationLabels(ids: readonly string[], labels: Map<string, readonly string[]>): void {
  labels.set(CAPACITY_RESERVATION_ID, ids);
  labels.set(KEY.capacityReservationType, ['default', 'capacity-block']);
  labels.set(KEY.capacityReservationInterruptible, ['true', 'false']);
}

function single<T>(devices: readonly T[] | undefined): T | undefined {
  return devices?.length === 1 ? devices[0] : undefined;
}

const singletons = new Map<string | number, readonly string[]>();

/** One-value lists are shared: a thousand types have few different values. */
function one(value: string | number): readonly string[] {
  let list = singletons.get(value);
  if (list === undefined) {
    list = [String(value)];
    singletons.set(value, list);
  }
  return list;
}
