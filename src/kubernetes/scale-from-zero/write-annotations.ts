import type { NodeTaint } from '../api/node-pool.ts';
import { formatQuantity } from '../quantity.ts';
import { formatTaint } from '../taint.ts';
import { AUTOSCALING_OPTIONS, type AutoscalingOptionName, optionKey } from './autoscaling-options.ts';
import { CAPACITY_KEYS, MAX_SIZE_KEY, MIN_SIZE_KEY } from './keys.ts';

/** What a node of a group will be like, and how many there may be. Absent: no annotation says it. */
export interface ScaleFromZeroInput {
  /** Of one node. Packed as allocatable: nothing is taken off for the kubelet. */
  readonly cpuMilli?: number;
  /** Written as whole Mi, rounded down; less than one Mi as whole Ki. */
  readonly memoryBytes?: number;
  /** Written like `memoryBytes`. */
  readonly ephemeralStorageBytes?: number;
  /**
   * How many pods the kubelet admits.
   *
   * @default - the Cluster Autoscaler takes it for 110, Karpenter's provider for Cluster API for none
   */
  readonly maxPods?: number;
  /** Resource name (`nvidia.com/gpu`) and how many a node has. */
  readonly accelerator?: { readonly name: string; readonly count: number };
  /** Driver of dynamic resource allocation that offers the accelerators, in place of a device plugin: their name is not written. */
  readonly draDriver?: string;
  /** How many volumes a node can hold, by CSI driver; 0: the driver is there, and any number. */
  readonly csiDrivers?: Readonly<Record<string, number>>;
  /** Every label that a pod may select a node by. Nothing is inferred. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Lasting ones only: what is removed once a node is ready does not belong here. */
  readonly taints?: readonly NodeTaint[];
  /** 0 to 999,999,999. */
  readonly minSize?: number;
  /** 1 to 999,999,999. */
  readonly maxSize?: number;
  /** In place of the Cluster Autoscaler's flags: numbers as text (`"0.5"`), Go durations (`"10m"`). */
  readonly options?: Readonly<Partial<Record<AutoscalingOptionName, string>>>;
}

const NANO = 1_000_000_000n;
const NANO_PER_MILLI = 1_000_000n;
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/**
 * The annotations of a MachineDeployment that say the same as `input`, in order of key and byte for byte the same
 * whatever the order in it. Check it with `scaleFromZeroProblems` first: here nothing is.
 */
export function scaleFromZeroAnnotations(input: ScaleFromZeroInput): Readonly<Record<string, string>> {
  const { accelerator, draDriver, options = {} } = input;
  const entries: readonly (readonly [string, string | undefined])[] = [
    [CAPACITY_KEYS.cpu, when(input.cpuMilli, cpu)],
    [CAPACITY_KEYS.memory, when(input.memoryBytes, bytes)],
    [CAPACITY_KEYS.ephemeralDisk, when(input.ephemeralStorageBytes, bytes)],
    [CAPACITY_KEYS.maxPods, when(input.maxPods, String)],
    [CAPACITY_KEYS.gpuCount, when(accelerator?.count, String)],
    [CAPACITY_KEYS.gpuType, draDriver === undefined ? accelerator?.name : undefined],
    [CAPACITY_KEYS.draDriver, draDriver],
    [CAPACITY_KEYS.csiDriver, when(input.csiDrivers, assignments)],
    [CAPACITY_KEYS.labels, when(input.labels, assignments)],
    [CAPACITY_KEYS.taints, when(input.taints, (taints) => joined(taints.map(formatTaint)))],
    [MIN_SIZE_KEY, when(input.minSize, String)],
    [MAX_SIZE_KEY, when(input.maxSize, String)],
    ...OPTION_NAMES.map((name) => [optionKey(name), options[name]] as const),
  ];
  const written = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return Object.fromEntries(written.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const OPTION_NAMES = Object.keys(AUTOSCALING_OPTIONS) as readonly AutoscalingOptionName[];

function when<T>(value: T | undefined, write: (value: T) => string | undefined): string | undefined {
  return value === undefined ? undefined : write(value);
}

function cpu(milli: number): string {
  return formatQuantity({ nano: BigInt(milli) * NANO_PER_MILLI, format: 'DecimalSI' });
}

function bytes(amount: number): string {
  const unit = amount < MEBIBYTE ? KIBIBYTE : MEBIBYTE;
  return formatQuantity({ nano: BigInt(amount - (amount % unit)) * NANO, format: 'BinarySI' });
}

function assignments(map: Readonly<Record<string, string | number>>): string | undefined {
  return joined(Object.entries(map).map(([key, value]) => `${key}=${value}`));
}

/** Sorted; no annotation where there is nothing to say. */
function joined(pieces: readonly string[]): string | undefined {
  return pieces.length === 0 ? undefined : [...pieces].sort().join(',');
}
