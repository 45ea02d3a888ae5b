import { overreserved } from '../kubernetes/resources.ts';
import type {
  CapacityType,
  InstanceType,
  NodeResources,
  Offering,
  OfferingPrice,
} from '../model/instance-type.ts';

/** An instance type with what a reader wants to compare. */
export interface PricedType {
  readonly name: string;
  readonly arch: string;
  readonly resources: NodeResources;
  /** More is reserved than the machine has: no pod ever fits, so the type is not compared by price. */
  readonly nothingLeft?: true;
  /** The cheapest of the offerings asked for. Absent: none of them has a price. */
  readonly cheapest?: PricedOffering;
}

export interface PricedOffering extends OfferingPrice {
  readonly zone: string;
  readonly capacityType: CapacityType;
}

export type OfferingFilter = (offering: Offering) => boolean;

export function pricedType(
  type: InstanceType,
  resources: NodeResources,
  admits: OfferingFilter = () => true,
): PricedType {
  const cheapest = cheapestOffering(type.offerings.filter(admits));
  return {
    name: type.name,
    arch: type.labels.get('kubernetes.io/arch')?.join(',') ?? '',
    resources,
    ...(overreserved(resources.allocatable).length === 0 ? {} : { nothingLeft: true }),
    ...(cheapest === undefined ? {} : { cheapest }),
  };
}

/**
 * The cheapest available offering with a price. Price alone decides, as in Karpenter: where only some zones have a spot
 * price history, an assumed price can be below the known ones, and its flags say so. Of equal prices the one with the
 * fewest flags counts, then the first by zone.
 */
export function cheapestOffering(offerings: readonly Offering[]): PricedOffering | undefined {
  let best: PricedOffering | undefined;
  for (const { available, price, zone, capacityType } of offerings) {
    if (!available || price === undefined) continue;
    const candidate = { ...price, zone, capacityType };
    if (best === undefined || isCheaper(candidate, best)) best = candidate;
  }
  return best;
}

function isCheaper(a: PricedOffering, b: PricedOffering): boolean {
  if (a.perHourUsd !== b.perHourUsd) return a.perHourUsd < b.perHourUsd;
  if (a.flags.length !== b.flags.length) return a.flags.length < b.flags.length;
  return a.zone < b.zone;
}

/** Cheapest first, unpriced after them, last those without room for any pod; then by name. */
export function byPrice(a: PricedType, b: PricedType): number {
  if (a.nothingLeft !== b.nothingLeft) return a.nothingLeft === true ? 1 : -1;
  const difference = (a.cheapest?.perHourUsd ?? Infinity) - (b.cheapest?.perHourUsd ?? Infinity);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
