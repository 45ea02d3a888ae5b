import type { BlockDeviceMapping, Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';
import { ceilMilli, ceilUnits, parseQuantity, type Quantity } from '../../kubernetes/quantity.ts';
import { IMAGE_FAMILIES, resolveImageFamily, type ImageFamilyFacts } from './image-family.ts';
import { parseThreshold, safeInteger, type Threshold } from './eviction-threshold.ts';

/**
 * Everything of a node class that decides how much of a machine pods can use. Classes with equal keys get equal
 * resources for every type.
 */
export interface ResourceSignature {
  readonly key: string;
  readonly family: ImageFamilyFacts;
  readonly maxPods?: number;
  readonly podsPerCore?: number;
  readonly kubeReserved: Reservation;
  readonly systemReserved: Reservation;
  readonly evictionHard: { readonly memory?: Threshold; readonly ephemeralStorage?: Threshold };
  readonly ephemeralStorageBytes: number;
  /** RAID0 over the local disks, where a type has any. */
  readonly localDisks: 'ephemeral-storage' | 'unused';
  /** `efa-only` interfaces, when the class lists its interfaces: on all cards, and on the default card. */
  readonly efaOnly?: { readonly total: number; readonly onDefaultCard: number };
}

/** Absent: Karpenter's default for that resource. */
export interface Reservation {
  readonly cpuMilli?: number;
  readonly memoryBytes?: number;
  readonly ephemeralStorageBytes?: number;
}

/** Of a class, or of the built-in AL2023 class where there is none. */
export function resourceSignature(spec: Ec2NodeClassSpec | undefined): ResourceSignature {
  const family = spec === undefined ? IMAGE_FAMILIES.AL2023 : resolveImageFamily(spec);
  const kubelet = spec?.kubelet ?? {};
  const { maxPods, podsPerCore } = kubelet;
  const memory = threshold(kubelet.evictionHard?.['memory.available']);
  const nodefs = threshold(kubelet.evictionHard?.['nodefs.available']);
  const interfaces = spec?.networkInterfaces?.filter((one) => one.interfaceType === 'efa-only');
  const parts = {
    ...(maxPods === undefined ? {} : { maxPods }),
    ...(podsPerCore === undefined ? {} : { podsPerCore }),
    kubeReserved: reservation(kubelet.kubeReserved),
    systemReserved: reservation(kubelet.systemReserved),
    evictionHard: {
      ...(memory === undefined ? {} : { memory }),
      ...(nodefs === undefined ? {} : { ephemeralStorage: nodefs }),
    },
    ephemeralStorageBytes: volumeBytes(spec?.blockDeviceMappings ?? [], family),
    localDisks: spec?.instanceStorePolicy === 'RAID0' ? 'ephemeral-storage' : 'unused',
    ...(interfaces === undefined
      ? {}
      : {
          efaOnly: {
            total: interfaces.length,
            onDefaultCard: interfaces.filter((one) => one.networkCardIndex === 0).length,
          },
        }),
  } as const;
  return { key: JSON.stringify([family.family, parts]), family, ...parts };
}

/** What `ephemeralStorage` of Karpenter 1.14 (pkg/providers/instancetype/types.go) takes, local disks aside. */
function volumeBytes(mappings: readonly BlockDeviceMapping[], family: ImageFamilyFacts): number {
  const written =
    sizeOf(mappings.find((mapping) => mapping.rootVolume === true)) ??
    sizeOf(
      family.ephemeralDevice === undefined
        ? mappings.at(-1)
        : mappings.find((mapping) => mapping.deviceName === family.ephemeralDevice),
    );
  const usual = family.defaultMappings.find((mapping) => mapping.deviceName === family.ephemeralDevice);
  return written ?? sizeOf(usual) ?? DEFAULT_VOLUME_BYTES;
}

const DEFAULT_VOLUME_BYTES = 20 * 2 ** 30;

function sizeOf(mapping: BlockDeviceMapping | undefined): number | undefined {
  return bytes(mapping?.ebs?.volumeSize);
}

function reservation(written: Readonly<Record<string, string>> = {}): Reservation {
  const cpu = quantity(written['cpu']);
  const memoryBytes = bytes(written['memory']);
  const ephemeralStorageBytes = bytes(written['ephemeral-storage']);
  return {
    ...(cpu === undefined ? {} : { cpuMilli: safeInteger(ceilMilli(cpu)) }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(ephemeralStorageBytes === undefined ? {} : { ephemeralStorageBytes }),
  };
}

function threshold(text: string | undefined): Threshold | undefined {
  return text === undefined ? undefined : parseThreshold(text);
}

function bytes(text: string | undefined): number | undefined {
  const parsed = quantity(text);
  return parsed === undefined ? undefined : safeInteger(ceilUnits(parsed));
}

/** Broken quantities are the node class's diagnostics; here they count as not written. */
function quantity(text: string | undefined): Quantity | undefined {
  const result = text === undefined ? undefined : parseQuantity(text);
  return result?.ok === true ? result.quantity : undefined;
}
