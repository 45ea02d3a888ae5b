import type { AwsCatalogue, AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { CapacityType, OfferingPrice, PricingNote } from '../../model/instance-type.ts';
import { adjusterOf, type PriceAdjuster } from './price-adjustments.ts';
import type { Location } from './location.ts';

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
  const own = location.region === undefined ? undefined : catalogue.onDemand.get(location.region);
  const list = own ?? catalogue.onDemand.get(catalogue.fallbackRegion);
  const perHour = list?.currency === 'USD' ? list.perHour : NO_PRICES;
  const ratio = cluster.settings.spotPriceRatio.value;
  const onDemand = priced(perHour, own === undefined ? 'proxy' : 'listed', (price) => price);
  const assumedSpot = priced(perHour, 'assumed', (price) => roundUsd(price * ratio));
  const spotByZone = new Map(
    location.zones.map(({ name }) => {
      const known = catalogue.zones.get(name)?.spotPerHourUsd;
      return [name, known === undefined ? assumedSpot : priced(known, 'listed', (price) => price)];
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

const NO_PRICES: Prices<number> = new Map();

function priced(
  prices: Prices<number>,
  basis: OfferingPrice['basis'],
  change: (price: number) => number,
): Prices<OfferingPrice> {
  const changed = new Map<string, OfferingPrice>();
  for (const [name, price] of prices) changed.set(name, { perHourUsd: change(price), basis });
  return changed;
}

function adjusted(
  price: OfferingPrice | undefined,
  adjustment: ReturnType<PriceAdjuster>,
): OfferingPrice | undefined {
  if (adjustment === undefined) return price;
  if ('perHourUsd' in adjustment) return { perHourUsd: adjustment.perHourUsd, basis: 'adjusted' };
  if (price === undefined) return undefined;
  return { perHourUsd: roundUsd((price.perHourUsd * (100 + adjustment.percent)) / 100), basis: 'adjusted' };
}

/** Computed prices carry no more digits than the price list does. */
function roundUsd(perHour: number): number {
  return Math.round(perHour * 1e6) / 1e6;
}

function pricingNote(cluster: Cluster, location: Location, catalogue: AwsCatalogue): PricingNote {
  const { region, zones, zonesAssumed } = location;
  const own = region === undefined ? undefined : catalogue.onDemand.get(region);
  const list = own ?? catalogue.onDemand.get(catalogue.fallbackRegion);
  const facts = zones.map((zone) => catalogue.zones.get(zone.name));
  const spotAssumed = facts.some((zone) => zone?.spotPerHourUsd === undefined);
  return {
    snapshotDate: list?.date ?? catalogue.snapshot.date,
    ...(region === undefined ? {} : { region }),
    ...(own === undefined ? { proxyRegion: catalogue.fallbackRegion } : {}),
    zonesAssumed,
    ...(spotAssumed ? { spotAssumedRatio: cluster.settings.spotPriceRatio.value } : {}),
    offeringsAssumed: facts.some((zone) => zone?.offered === undefined),
    ...(list === undefined || list.currency === 'USD' ? {} : { unconvertedCurrency: list.currency }),
  };
}
