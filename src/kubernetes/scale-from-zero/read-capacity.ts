import type { QuantityProblem } from '../quantity.ts';
import { annotation, type Annotations, CAPACITY_KEYS } from './keys.ts';
import { readInteger } from './read-integer.ts';
import { readQuantity } from './read-quantity.ts';

/** Amounts by Kubernetes resource name, in billionths of a unit (core, byte, piece). */
export type NanoResources = ReadonlyMap<string, bigint>;

/** Devices that a driver of dynamic resource allocation will offer on a new node. */
export interface DraDevices {
  readonly driver: string;
  readonly count: bigint;
}

export type CapacityResult =
  | { readonly ok: true; readonly resources: NanoResources; readonly draDevices?: DraDevices }
  | {
      readonly ok: false;
      /** The annotation. */
      readonly key: string;
      readonly problem: QuantityProblem | 'integer';
    };

/** What the autoscaler takes for the number of pods where nothing says it. Karpenter's provider takes none at all. */
export const DEFAULT_MAX_PODS = 110;

const NANO = 1_000_000_000n;
const QUANTITIES = [
  ['cpu', CAPACITY_KEYS.cpu],
  ['memory', CAPACITY_KEYS.memory],
  ['ephemeral-storage', CAPACITY_KEYS.ephemeralDisk],
] as const;

/**
 * The capacity that annotations say a node will have, as the Cluster Autoscaler reads it: zero and empty count as
 * absent, negative amounts do not, `pods` is always there. The first annotation that does not parse spoils all of them.
 */
export function readCapacity(annotations: Annotations): CapacityResult {
  const resources = new Map<string, bigint>();
  for (const [name, key] of QUANTITIES) {
    const text = annotation(annotations, key);
    if (text === undefined) continue;
    const read = readQuantity(text);
    if (!read.ok) return { ok: false, key, problem: read.problem };
    if (read.quantity.nano !== 0n) resources.set(name, read.quantity.nano);
  }
  const gpus = count(annotations, CAPACITY_KEYS.gpuCount);
  if (gpus === undefined) return { ok: false, key: CAPACITY_KEYS.gpuCount, problem: 'integer' };
  const gpuType = annotation(annotations, CAPACITY_KEYS.gpuType);
  if (gpus !== 0n && gpuType !== undefined) resources.set(gpuType, gpus * NANO);
  const pods = count(annotations, CAPACITY_KEYS.maxPods);
  if (pods === undefined) return { ok: false, key: CAPACITY_KEYS.maxPods, problem: 'integer' };
  resources.set('pods', (pods === 0n ? BigInt(DEFAULT_MAX_PODS) : pods) * NANO);
  const driver = annotation(annotations, CAPACITY_KEYS.draDriver);
  if (driver === undefined || gpus <= 0n) return { ok: true, resources };
  return { ok: true, resources, draDevices: { driver, count: gpus } };
}

function count(annotations: Annotations, key: string): bigint | undefined {
  const text = annotation(annotations, key);
  return text === undefined ? 0n : readInteger(text);
}

/** Whether the autoscaler can make a node of it up: it wants cpu and memory. */
export function canScaleFromZero(resources: NanoResources): boolean {
  return resources.has('cpu') && resources.has('memory');
}
