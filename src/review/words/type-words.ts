import type { CapacityType } from '../../model/instance-type.ts';
import type { AdmittedTypes, TypeChange } from '../../model/review.ts';
import { familyOf } from '../type-change.ts';
import { counted, folded, hourly } from '../words.ts';

/** "adds 14 instance types, drops i4i", "cheapest goes 0.096 → 0.077 $/h", "loses zone eu-west-1c". */
export function typeWords(types: TypeChange): readonly string[] {
  const { removedZones, addedZones, removedCapacityTypes, addedCapacityTypes } = types;
  return [
    ...moved(types),
    ...cheapestWords(types),
    ...zones('loses', removedZones),
    ...zones('gains', addedZones),
    ...addedCapacityTypes.map((one) => `${one} is allowed now`),
    ...removedCapacityTypes.map((one) => `${one} is allowed no more`),
  ];
}

function moved({ before, after, ...types }: TypeChange): readonly string[] {
  if (before.count > 0 && after.count === 0) return ['admits no instance type any more'];
  const parts = [
    { verb: 'adds', names: types.added, families: types.addedFamilies },
    { verb: 'drops', names: types.removed, families: types.removedFamilies },
  ].flatMap(({ verb, names, families }) => {
    return names.length === 0 ? [] : [`${verb} ${typesText(names, families)}`];
  });
  return parts.length === 0 ? [] : [parts.join(', ')];
}

const MOST_NAMES = 3;

/** Few types by name, whole families by theirs, everything else by number. */
function typesText(names: readonly string[], families: readonly string[]): string {
  if (names.length <= MOST_NAMES) return folded(names);
  const isWhole = new Set(families);
  if (names.every((name) => isWhole.has(familyOf(name)))) return folded(families, { noun: 'family' });
  return counted(names.length, 'instance type');
}

function cheapestWords({ before, after }: TypeChange): readonly string[] {
  const [old, now] = [before.cheapest?.pricePerHourUsd, after.cheapest?.pricePerHourUsd];
  if (old === undefined || now === undefined || hourly(old) === hourly(now)) return [];
  return [`cheapest goes ${hourly(old)} → ${hourly(now)} $/h`];
}

function zones(verb: string, names: readonly string[]): readonly string[] {
  return names.length === 0
    ? []
    : [`${verb} zone${names.length === 1 ? '' : 's'} ${folded(names, { most: 4 })}`];
}

/** Of a pool that only one state has: "42 instance types from 0.0864 $/h, spot and on-demand, in 3 zones". */
export function admittedWords({ count, zones: all, capacityTypes, cheapest }: AdmittedTypes): string {
  if (count === 0) return 'no instance type';
  const price = cheapest === undefined ? '' : ` from ${hourly(cheapest.pricePerHourUsd)} $/h`;
  const bought =
    capacityTypes.length === 0 ? '' : `, ${folded(capacityTypes satisfies readonly CapacityType[])}`;
  const where = all.length === 1 ? `, in zone ${all[0] ?? ''}` : `, in ${counted(all.length, 'zone')}`;
  return `${counted(count, 'instance type')}${price}${bought}${where}`;
}
