import type { InstanceType, Offering } from '../model/instance-type.ts';
import type { Scenario, UnavailableOfferings } from '../model/scenario.ts';

/** Which offerings a scenario leaves. */
export function availability(scenario: Scenario): (type: InstanceType, offering: Offering) => boolean {
  const { unavailable, lostZones } = scenario;
  if (unavailable.length === 0 && lostZones.length === 0) return () => true;
  const lost = new Set(lostZones);
  const taken = unavailable.map(matcher);
  return (type, offering) => !lost.has(offering.zone) && !taken.some((covers) => covers(type, offering));
}

function matcher(entry: UnavailableOfferings): (type: InstanceType, offering: Offering) => boolean {
  const zones = setOf(entry.zones);
  const types = setOf(entry.instanceTypes);
  const families = setOf(entry.instanceFamilies);
  const capacityTypes = setOf<string>(entry.capacityTypes);
  return ({ name }, { zone, capacityType }) =>
    (zones?.has(zone) ?? true) &&
    (types?.has(name) ?? true) &&
    (families?.has(familyOf(name)) ?? true) &&
    (capacityTypes?.has(capacityType) ?? true);
}

function setOf<T>(values: readonly T[] | undefined): ReadonlySet<T> | undefined {
  return values === undefined ? undefined : new Set(values);
}

/** `m7i` of `m7i.large`. */
export function familyOf(typeName: string): string {
  const dot = typeName.indexOf('.');
  return dot < 0 ? typeName : typeName.slice(0, dot);
}
