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
    ...(cheapest === undefined ? {} : { cheapest }),
  };
}

/** The cheapest available offering with a price; of equal ones the first by zone. */
export function cheapestOffering(offerings: readonly Offering[]): PricedOffering | undefined {
  let best: PricedOffering | undefined;
  for (const { available, price, zone, capacityType } of offerings) {
    if (!available || price === undefined) continue;
    const better =
      best === undefined ||
      price.perHourUsd < best.perHourUsd ||
      (price.perHourUsd === best.perHourUsd && zone < best.zone);
    if (better) best = { ...price, zone, capacityType };
  }
  return best;
}

/** Cheapest first, unpriced last, then by name. */
export function byPrice(a: PricedType, b: PricedType): number {
  const difference = (a.cheapest?.perHourUsd ?? Infinity) - (b.cheapest?.perHourUsd ?? Infinity);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
