import { overreserved } from '../kubernetes/resources.ts';
import type { CompiledMachines, CompiledPool } from '../model/compilation.ts';
import type { InstanceType, Offering } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { AdmittedTypes } from '../model/review.ts';
import { constraintsKey } from '../selection/constraints-key.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import { TableMemo } from '../selection/table-memo.ts';
import { type PricedName, pricedPlaces } from './priced-places.ts';

/** What a pool can launch, and the types themselves. */
export interface Launchable extends AdmittedTypes {
  readonly types: readonly InstanceType[];
}

const NOTHING: Launchable = { types: [], count: 0, zones: [], capacityTypes: [] };

const cache = new WeakMap<CompiledPool, Launchable>();
const memo = new TableMemo<Launchable>();

/**
 * Of pools that become MachineDeployments those that they have; else what the requirements admit, before limits. The
 * cheapest is the one that a list by price begins with: available, priced, with room for pods.
 */
export function launchable(
  compiled: CompiledPool | undefined,
  vocabulary: LabelVocabulary | undefined,
): Launchable {
  if (compiled === undefined || vocabulary === undefined) return NOTHING;
  let known = cache.get(compiled);
  if (known === undefined) {
    known =
      compiled.machines === undefined
        ? memo.of(compiled.table, constraintsKey(compiled.pool), () => admitted(compiled, vocabulary))
        : made(compiled.machines);
    cache.set(compiled, known);
  }
  return known;
}

function admitted({ pool, selection, table }: CompiledPool, vocabulary: LabelVocabulary): Launchable {
  const admits = offeringFilter({ requirements: pool.requirements, labels: pool.labels, vocabulary });
  const prices = pricedPlaces(table.types, admits);
  const own = new Set(selection.types);
  const hasRoom = (type: InstanceType) => overreserved(table.resourcesOf(type).allocatable).length === 0;
  const priced = ({ type }: PricedName) => own.has(type);
  const cheapest =
    prices.cheapestFirst.find((one) => priced(one) && hasRoom(one.type)) ?? prices.cheapestFirst.find(priced);
  const seen = new Set<number>();
  for (const type of selection.types) {
    if (seen.size === prices.places.length) break;
    for (const place of prices.of(type)) seen.add(place);
  }
  return summed(selection.types, {
    offerings: prices.places.filter((_, i) => seen.has(i)),
    cheapest,
  });
}

function made({ nodeGroups }: CompiledMachines): Launchable {
  const priced = nodeGroups
    .flatMap(({ instanceType, offering }): PricedName[] =>
      offering.available && offering.price !== undefined
        ? [{ type: instanceType, pricePerHourUsd: offering.price.perHourUsd }]
        : [],
    )
    .sort((a, b) => a.pricePerHourUsd - b.pricePerHourUsd || (a.type.name < b.type.name ? -1 : 1));
  return summed([...new Set(nodeGroups.map(({ instanceType }) => instanceType))], {
    offerings: nodeGroups.map(({ offering }) => offering),
    cheapest: priced[0],
  });
}

function summed(
  types: readonly InstanceType[],
  {
    offerings,
    cheapest,
  }: { readonly offerings: readonly Offering[]; readonly cheapest: PricedName | undefined },
): Launchable {
  return {
    types,
    count: types.length,
    zones: [...new Set(offerings.map(({ zone }) => zone))].sort(),
    capacityTypes: [...new Set(offerings.map(({ capacityType }) => capacityType))].sort(),
    ...(cheapest === undefined
      ? {}
      : { cheapest: { instanceType: cheapest.type.name, pricePerHourUsd: cheapest.pricePerHourUsd } }),
  };
}
