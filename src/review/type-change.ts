import type { InstanceType } from '../model/instance-type.ts';
import type { AdmittedTypes, TypeChange } from '../model/review.ts';
import type { Launchable } from './admitted-types.ts';

/** What a pool admits, before and after. */
export function typeChange(before: Launchable, after: Launchable): TypeChange {
  return {
    before: shown(before),
    after: shown(after),
    ...typesChange(before, after),
    addedZones: without(after.zones, before.zones),
    removedZones: without(before.zones, after.zones),
    addedCapacityTypes: without(after.capacityTypes, before.capacityTypes),
    removedCapacityTypes: without(before.capacityTypes, after.capacityTypes),
  };
}

type TypesChange = Pick<TypeChange, 'added' | 'removed' | 'addedFamilies' | 'removedFamilies'>;

const NO_CHANGE: TypesChange = { added: [], removed: [], addedFamilies: [], removedFamilies: [] };

function typesChange(before: Launchable, after: Launchable): TypesChange {
  // The usual case: most pools stay as they are.
  if (isSameList(before.types, after.types)) return NO_CHANGE;
  const [old, now] = [namesOf(before), namesOf(after)];
  const [added, removed] = [without(now, old), without(old, now)];
  if (added.length + removed.length === 0) return NO_CHANGE;
  const [oldFamilies, newFamilies] = [familiesOf(old), familiesOf(now)];
  return {
    added,
    removed,
    addedFamilies: without(newFamilies, oldFamilies),
    removedFamilies: without(oldFamilies, newFamilies),
  };
}

function isSameList(one: readonly InstanceType[], other: readonly InstanceType[]): boolean {
  return one === other || (one.length === other.length && one.every((type, i) => type === other[i]));
}

/** Whether nothing that can be launched, or its price, differs. */
export function isSameTypes({ before, after, added, removed, ...places }: TypeChange): boolean {
  const { addedZones, removedZones, addedCapacityTypes, removedCapacityTypes } = places;
  const lists = [added, removed, addedZones, removedZones, addedCapacityTypes, removedCapacityTypes];
  return (
    lists.every((list) => list.length === 0) &&
    before.cheapest?.pricePerHourUsd === after.cheapest?.pricePerHourUsd
  );
}

function shown({ count, zones, capacityTypes, cheapest }: Launchable): AdmittedTypes {
  return { count, zones, capacityTypes, ...(cheapest === undefined ? {} : { cheapest }) };
}

function namesOf({ types }: Launchable): readonly string[] {
  return [...new Set(types.map(({ name }) => name))].sort();
}

/** `m5a` of `m5a.large`. */
export function familyOf(instanceType: string): string {
  return instanceType.split('.')[0] ?? instanceType;
}

function familiesOf(types: readonly string[]): readonly string[] {
  return [...new Set(types.map(familyOf))].sort();
}

/** What the first has and the second has not, in order. */
function without<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  if (list === other) return [];
  const known = new Set(other);
  return list.filter((one) => !known.has(one));
}
