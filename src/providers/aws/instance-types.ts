import type { AwsCatalogue, AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import type { CapacityType, Exclusion, InstanceType, Offering } from '../../model/instance-type.ts';
import type { ClassTraits } from './class-traits.ts';
import type { Location } from './location.ts';
import type { Offer, PriceBook } from './prices.ts';
import { typeLabels, type ZoneLists } from './type-labels.ts';

export interface InstanceTypesInput {
  readonly catalogue: AwsCatalogue;
  readonly location: Location;
  readonly traits: ClassTraits;
  readonly prices: PriceBook;
}

export interface InstanceTypes {
  /** Every type of the catalogue, in its order. Those that the class cannot use have no offerings. */
  readonly types: readonly InstanceType[];
  /** Those that the class cannot use although the zones offer them. */
  readonly exclusions: readonly Exclusion[];
}

/** The types of the catalogue with their labels and offerings. */
export function instanceTypes(input: InstanceTypesInput): InstanceTypes {
  const { location, traits, catalogue } = input;
  // Types offered everywhere share these lists.
  const everywhere = zoneLists(location.zones);
  const excluded = new Map(traits.conditions.map((condition) => [condition, [] as InstanceType[]]));
  const types = catalogue.types.map((facts): InstanceType => {
    const zones = location.zones.filter(({ name }) => isOffered(facts, name, catalogue));
    const lists = zones.length === location.zones.length ? everywhere : zoneLists(zones);
    const type = instanceType(facts, lists, input);
    const condition = traits.conditions.find(({ rulesOut }) => rulesOut(facts));
    if (condition === undefined) return type;
    if (type.offerings.length > 0) excluded.get(condition)?.push(type);
    return { ...type, offerings: [] };
  });
  const exclusions = [...excluded].flatMap(([{ pointer, setting, reason }, ruledOut]) =>
    ruledOut.length === 0 ? [] : [{ pointer, setting, reason, types: ruledOut }],
  );
  return { types, exclusions };
}

function instanceType(facts: AwsInstanceFacts, lists: ZoneLists, input: InstanceTypesInput): InstanceType {
  const { location, traits } = input;
  const capacityTypes = capacityTypesOf(facts, traits);
  const { regionLabels } = location;
  const labels = typeLabels(facts, { regionLabels, lists, capacityTypes, traits });
  const offerings: Offering[] = [];
  for (const zone of lists.zones) {
    for (const capacityType of capacityTypes) {
      offerings.push(offering({ facts, labels, zone, capacityType }, input));
    }
  }
  return { name: facts.name, labels, offerings };
}

function zoneLists(zones: Location['zones']): ZoneLists {
  return {
    zones: zones.map((zone) => zone.name),
    zoneIds: [...new Set(zones.flatMap((zone) => zone.ids))],
  };
}

function isOffered(facts: AwsInstanceFacts, zone: string, catalogue: AwsCatalogue): boolean {
  return catalogue.zones.get(zone)?.offered?.has(facts.name) ?? true;
}

const ON_DEMAND_AND_SPOT: readonly CapacityType[] = ['on-demand', 'spot'];

function capacityTypesOf(facts: AwsInstanceFacts, traits: ClassTraits): readonly CapacityType[] {
  const bought: readonly CapacityType[] = facts.usageClasses ?? ON_DEMAND_AND_SPOT;
  return traits.reservationIds === undefined ? bought : [...bought, 'reserved'];
}

function offering(offer: Offer, { prices, catalogue }: InstanceTypesInput): Offering {
  const { zone, capacityType } = offer;
  const price = prices.priceOf(offer);
  const zoneId = catalogue.zones.get(zone)?.zoneId;
  // By far the most frequent shape; a cluster has thousands of offerings.
  if (zoneId === undefined && price !== undefined) return { zone, capacityType, available: true, price };
  return {
    zone,
    ...(zoneId === undefined ? {} : { zoneId }),
    capacityType,
    available: true,
    ...(price === undefined ? {} : { price }),
  };
}
