import type { Requirements } from '../../kubernetes/requirements.ts';
import type { InstanceType, Offering } from '../../model/instance-type.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { CAPACITY_TYPE, ZONE, ZONE_ID } from './label-keys.ts';

/** Labels of a node from one offering. `undefined`: the node does not have it. What nobody knows is left out. */
export type OfferingLabels = ReadonlyMap<string, string | undefined>;

const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/**
 * What a node of this pool would be labelled with. KWOK writes only what has one value, so where the real provider has
 * a choice that the offering does not settle (tenancy) it is the first value that the pool admits.
 */
export function offeringLabels(
  type: InstanceType,
  offering: Offering,
  { vocabulary, requirements }: { vocabulary: LabelVocabulary; requirements: Requirements },
): OfferingLabels {
  const labels = new Map<string, string | undefined>([
    [ZONE, zoneName(offering)],
    [CAPACITY_TYPE, offering.capacityType],
  ]);
  for (const [key, { onlyOn }] of vocabulary.specs) {
    if (labels.has(key)) continue;
    const isAbsent = onlyOn !== undefined && onlyOn !== offering.capacityType;
    const values = isAbsent ? [] : valuesOf(key, type, offering);
    const value = values.find((one) => requirements.get(key).has(one)) ?? values[0];
    if (value === undefined || LABEL_VALUE.test(value)) labels.set(key, value);
  }
  if (offering.zoneId === undefined && type.labels.has(ZONE_ID)) labels.delete(ZONE_ID);
  return labels;
}

function valuesOf(key: string, type: InstanceType, offering: Offering): readonly string[] {
  if (key === ZONE_ID && offering.zoneId !== undefined) return [offering.zoneId];
  return type.labels.get(key) ?? [];
}

/** Zones that were invented because a definition lists none have names that no label can hold. */
export function zoneName({ zone }: Pick<Offering, 'zone'>): string {
  return zone.replaceAll('?', '');
}

/** Whether Karpenter may launch an offering for a pool. A key that the offering leaves open is not asked for. */
export function admits(requirements: Requirements, labels: OfferingLabels): boolean {
  for (const requirement of requirements.entries()) {
    if (!labels.has(requirement.key)) continue;
    const value = labels.get(requirement.key);
    if (!(value === undefined ? requirement.isNegative() : requirement.has(value))) return false;
  }
  return true;
}
