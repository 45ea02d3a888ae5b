import type { InstanceType } from '../../model/instance-type.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import type { KwokInstanceType, KwokOffering } from './instance-type.ts';
import { ARCH, INSTANCE_TYPE, OS } from './label-keys.ts';
import { admits, type OfferingLabels, offeringLabels } from './offering-labels.ts';
import type { RehearsedPool } from './pools.ts';
import { kwokResources, smallest } from './resources.ts';

/**
 * In place of a price that is not known. KWOK needs a number and writes it onto the node as a label, so it can be
 * neither absent nor infinite; no machine costs as much.
 */
export const UNPRICED_PER_HOUR_USD = 1_000_000;

/** A type and the pools that admit it. Pools with different node classes see it differently. */
export interface SharedType {
  readonly name: string;
  readonly uses: readonly { readonly pool: RehearsedPool; readonly type: InstanceType }[];
}

/** Every type that one of the pools admits, in order of name. */
export function sharedTypes(pools: readonly RehearsedPool[]): readonly SharedType[] {
  const byName = new Map<string, { pool: RehearsedPool; type: InstanceType }[]>();
  for (const pool of pools) {
    for (const type of pool.selection.types) {
      byName.set(type.name, [...(byName.get(type.name) ?? []), { pool, type }]);
    }
  }
  return [...byName].map(([name, uses]) => ({ name, uses })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The type as KWOK reads it; undefined when nothing of it is left that KWOK can play. */
export function kwokInstanceType(
  { name, uses }: SharedType,
  vocabulary: LabelVocabulary,
): KwokInstanceType | undefined {
  const offerings = offeringsOf(uses, vocabulary);
  const architecture = uses[0]?.type.labels.get(ARCH)?.[0];
  if (offerings.length === 0 || architecture === undefined) return undefined;
  const systems = new Set(offerings.flatMap(({ labels }) => labels.get(OS) ?? []));
  return {
    name,
    architecture,
    operatingSystems: [...systems].sort(),
    resources: kwokResources(
      smallest(uses.map(({ pool, type }) => pool.table.resourcesOf(type).allocatable)),
    ),
    offerings: offerings.map(({ offering }) => offering),
  };
}

interface LabelledOffering {
  readonly labels: OfferingLabels;
  readonly offering: KwokOffering;
}

/** What the pools would be offered, each kind once. Reservations are real things, of which fake nodes have none. */
function offeringsOf(uses: SharedType['uses'], vocabulary: LabelVocabulary): readonly LabelledOffering[] {
  const found = new Map<string, LabelledOffering>();
  for (const { pool, type } of uses) {
    for (const offering of type.offerings) {
      if (!offering.available || offering.capacityType === 'reserved') continue;
      const labels = offeringLabels(type, offering, { vocabulary, requirements: pool.requirements });
      const key = JSON.stringify([...labels]);
      if (found.has(key) || !admits(pool.requirements, labels)) continue;
      const Price = offering.price?.perHourUsd ?? UNPRICED_PER_HOUR_USD;
      found.set(key, { labels, offering: { Price, Available: true, Requirements: requirementsOf(labels) } });
    }
  }
  return [...found.values()];
}

function requirementsOf(labels: OfferingLabels): KwokOffering['Requirements'] {
  return (
    [...labels]
      // KWOK has these of the type.
      .filter(([key]) => key !== INSTANCE_TYPE && key !== ARCH)
      .map(([key, value]) =>
        value === undefined ? { key, operator: 'DoesNotExist' } : { key, operator: 'In', values: [value] },
      )
  );
}
