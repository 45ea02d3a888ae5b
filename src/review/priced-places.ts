import type { InstanceType, Offering } from '../model/instance-type.ts';

/** Where, and how, types can be bought within a pool's requirements. Shared by all pools with the same ones. */
export interface PricedPlaces {
  /** One offering for each place that is admitted: a zone and a capacity type. */
  readonly places: readonly Offering[];
  /** Positions in `places` in which a type is available. */
  readonly of: (type: InstanceType) => readonly number[];
  /** Types with a price, cheapest first; then by name. */
  readonly cheapestFirst: readonly PricedName[];
}

export interface PricedName {
  readonly type: InstanceType;
  readonly pricePerHourUsd: number;
}

interface Index {
  readonly kinds: readonly Offering[];
  readonly made: Map<string, PricedPlaces>;
}

const indexes = new WeakMap<readonly InstanceType[], Index>();

/** Pools come by the thousand, so the types are walked once for each set of places, not once for each pool. */
export function pricedPlaces(
  types: readonly InstanceType[],
  admits: (offering: Offering) => boolean,
): PricedPlaces {
  let index = indexes.get(types);
  if (index === undefined) {
    index = { kinds: kindsOf(types), made: new Map() };
    indexes.set(types, index);
  }
  const places = index.kinds.filter(admits);
  const key = places.map(placeKey).join('\n');
  let made = index.made.get(key);
  if (made === undefined) {
    made = priced(types, places);
    index.made.set(key, made);
  }
  return made;
}

function priced(types: readonly InstanceType[], places: readonly Offering[]): PricedPlaces {
  const positions = new Map(places.map((place, i) => [placeKey(place), i]));
  const byType = new Map<InstanceType, readonly number[]>();
  const prices: PricedName[] = [];
  for (const type of types) {
    const own: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const offering of type.offerings) {
      const position = offering.available ? positions.get(placeKey(offering)) : undefined;
      if (position === undefined) continue;
      own.push(position);
      least = Math.min(least, offering.price?.perHourUsd ?? Number.POSITIVE_INFINITY);
    }
    byType.set(type, own);
    if (least < Number.POSITIVE_INFINITY) prices.push({ type, pricePerHourUsd: least });
  }
  prices.sort((a, b) => a.pricePerHourUsd - b.pricePerHourUsd || (a.type.name < b.type.name ? -1 : 1));
  return { places, of: (type) => byType.get(type) ?? [], cheapestFirst: prices };
}

function kindsOf(types: readonly InstanceType[]): readonly Offering[] {
  const kinds = new Map<string, Offering>();
  for (const { offerings } of types) {
    for (const offering of offerings) {
      const key = placeKey(offering);
      if (offering.available && !kinds.has(key)) kinds.set(key, offering);
    }
  }
  return [...kinds.values()];
}

function placeKey({ zone, zoneId, capacityType }: Offering): string {
  return `${zone}\0${zoneId ?? ''}\0${capacityType}`;
}
