import type { AwsCatalogue, AwsInstanceFacts, RegionPrices } from '../../catalogue/catalogue.ts';
import type { Cluster } from '../../model/cluster.ts';
import type {
  Assumption,
  CapacityType,
  OfferingPrice,
  PriceFlag,
  PricingNote,
} from '../../model/instance-type.ts';
import { adjusterOf, type PriceAdjuster } from './price-adjustments.ts';
import type { Location, LocationZone } from './location.ts';

export interface Offer {
  readonly facts: AwsInstanceFacts;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly zone: string;
  readonly capacityType: CapacityType;
}

export interface PriceBook {
  /** The definition's adjustments applied. */
  readonly priceOf: (offer: Offer) => OfferingPrice | undefined;
  readonly note: PricingNote;
}

/**
 * Prices for a cluster. A region's own list is used whole: a type it lacks is not sold there and stays without a
 * price. Only a region without any list borrows the fallback region's (Karpenter 1.14, pkg/providers/pricing).
 */
export function priceBook(cluster: Cluster, location: Location, catalogue: AwsCatalogue): PriceBook {
  const list = priceListOf(location, catalogue);
  const ratio = cluster.settings.spotPriceRatio.value;
  const onDemand = priced(list.perHour, { date: list.date, flags: list.flags });
  const assumedSpot = priced(
    new Map([...list.perHour].map(([name, price]) => [name, roundUsd(price * ratio)])),
    { date: list.date, flags: [...list.flags, 'assumed'] },
  );
  const spotByZone = new Map(
    location.zones.map(({ name }) => {
      const known = catalogue.zones.get(name)?.spot;
      return [
        name,
        known === undefined ? assumedSpot : priced(known.perHourUsd, { date: known.date, flags: [] }),
      ];
    }),
  );
  const listed = ({ facts, zone, capacityType }: Offer): OfferingPrice | undefined => {
    if (capacityType === 'on-demand') return onDemand.get(facts.name);
    // What a reservation costs is paid whether or not a node runs in it: no price of its own.
    return capacityType === 'spot' ? spotByZone.get(zone)?.get(facts.name) : undefined;
  };
  const { priceAdjustments } = cluster.settings;
  const adjust = adjusterOf(priceAdjustments);
  return {
    // Asked thousands of times before anything else can start, mostly without any adjustment.
    priceOf: priceAdjustments.length === 0 ? listed : (offer) => adjusted(listed(offer), adjust(offer)),
    note: pricingNote(cluster, location, catalogue),
  };
}

type Prices<T> = ReadonlyMap<string, T>;

interface PriceList {
  /** In USD; empty if the list is in another currency. */
  readonly perHour: Prices<number>;
  readonly date: string;
  readonly flags: readonly PriceFlag[];
}

function priceListOf({ region }: Location, catalogue: AwsCatalogue): PriceList {
  const own = ownPrices(region, catalogue);
  const list = own ?? catalogue.onDemand.get(catalogue.fallbackRegion);
  return {
    perHour: list?.currency === 'USD' ? list.perHour : new Map(),
    date: list?.date ?? catalogue.snapshot.date,
    flags: own === undefined ? ['proxy'] : [],
  };
}

function ownPrices(region: string | undefined, { onDemand }: AwsCatalogue): RegionPrices | undefined {
  return region === undefined ? undefined : onDemand.get(region);
}

function priced(
  prices: Prices<number>,
  about: Required<Omit<OfferingPrice, 'perHourUsd'>>,
): Prices<OfferingPrice> {
  const made = new Map<string, OfferingPrice>();
  for (const [name, perHourUsd] of prices) made.set(name, { perHourUsd, ...about });
  return made;
}

/** A percentage leaves a price as much of a guess as it was; a price of the definition's own is none. */
function adjusted(
  price: OfferingPrice | undefined,
  adjustment: ReturnType<PriceAdjuster>,
): OfferingPrice | undefined {
  if (adjustment === undefined) return price;
  if ('perHourUsd' in adjustment) return { perHourUsd: adjustment.perHourUsd, flags: ['adjusted'] };
  if (price === undefined) return undefined;
  return {
    ...price,
    perHourUsd: roundUsd((price.perHourUsd * (100 + adjustment.percent)) / 100),
    flags: [...price.flags, 'adjusted'],
  };
}

/** Computed prices carry no more digits than the price list does. */
function roundUsd(perHour: number): number {
  return Math.round(perHour * 1e6) / 1e6;
}

function pricingNote(cluster: Cluster, location: Location, catalogue: AwsCatalogue): PricingNote {
  const { region, zones, zonesAssumed } = location;
  const own = ownPrices(region, catalogue);
  const spotAssumed = assumedIn(zones, (zone) => catalogue.zones.get(zone)?.spot === undefined);
  const offeringsAssumed = assumedIn(zones, (zone) => catalogue.zones.get(zone)?.offered === undefined);
  return {
    ...(region === undefined ? {} : { region }),
    ...(own === undefined ? { proxyRegion: catalogue.fallbackRegion } : {}),
    ...(zonesAssumed === undefined ? {} : { zonesAssumed }),
    ...(spotAssumed === undefined
      ? {}
      : { spotAssumed: { ratio: cluster.settings.spotPriceRatio.value, ...spotAssumed } }),
    ...(offeringsAssumed === undefined ? {} : { offeringsAssumed }),
    ...(own === undefined || own.currency === 'USD' ? {} : { unconvertedCurrency: own.currency }),
  };
}

/** The zones of which something is not known; undefined if there are none. */
function assumedIn(
  zones: readonly LocationZone[],
  isUnknown: (zone: string) => boolean,
): Assumption | undefined {
  const unknown = zones.map(({ name }) => name).filter(isUnknown);
  if (unknown.length === 0) return undefined;
  return unknown.length === zones.length ? {} : { zones: unknown };
}
