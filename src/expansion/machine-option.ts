import type { CapacityType, InstanceType, NodeResources, Offering } from '../model/instance-type.ts';
import type { Accelerator } from '../model/provider.ts';

/** One instance type with one capacity type, in all zones where it can be had: it gets all of its MachineDeployments or none. */
export interface MachineOption {
  readonly type: InstanceType;
  readonly resources: NodeResources;
  readonly capacityType: CapacityType;
  /** One a zone, in order of zone. Never empty. */
  readonly offerings: readonly Offering[];
  readonly accelerator?: Accelerator;
  /** Karpenter leaves such a type out as long as an ordinary one remains. */
  readonly isExotic: boolean;
  /** Of the cheapest zone. Absent: no price is known. */
  readonly pricePerHourUsd?: number;
}

/** Cheaper first, then smaller; what is exotic or has no price comes after all others. */
export function compareOptions(a: MachineOption, b: MachineOption): number {
  return (
    Number(a.isExotic) - Number(b.isExotic) ||
    comparePrices(a.pricePerHourUsd, b.pricePerHourUsd) ||
    a.resources.capacity.cpuMilli - b.resources.capacity.cpuMilli ||
    a.resources.capacity.memoryBytes - b.resources.capacity.memoryBytes ||
    compareText(a.type.name, b.type.name) ||
    compareText(a.capacityType, b.capacityType)
  );
}

/** What is unknown comes last. */
export function comparePrices(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined ? -1 : a - b;
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
