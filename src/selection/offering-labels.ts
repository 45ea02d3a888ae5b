import type { Requirement } from '../kubernetes/requirement.ts';
import type { Offering } from '../model/instance-type.ts';

/** Label keys that belong to an offering, not to a type: two of them must be met by one and the same offering. */
const OFFERING_VALUES: ReadonlyMap<string, (offering: Offering) => string | undefined> = new Map([
  ['topology.kubernetes.io/zone', (offering: Offering) => offering.zone],
  ['topology.k8s.aws/zone-id', (offering: Offering) => offering.zoneId],
  ['karpenter.sh/capacity-type', (offering: Offering) => offering.capacityType],
]);

export function isOfferingKey(key: string): boolean {
  return OFFERING_VALUES.has(key);
}

/** The value of an offering-level label; undefined where it is not known (zone ids are not always) or not of an offering. */
export function offeringValue(offering: Offering, key: string): string | undefined {
  return OFFERING_VALUES.get(key)?.(offering);
}

/** Whether one offering meets all of these offering-level requirements. What is not known about it meets them. */
export function offeringMeets(offering: Offering, requirements: readonly Requirement[]): boolean {
  return requirements.every((requirement) => {
    const value = offeringValue(offering, requirement.key);
    return value === undefined || requirement.has(value);
  });
}

/** The offering-level labels that are known of an offering. */
export function offeringLabels(offering: Offering): readonly (readonly [key: string, value: string])[] {
  return [...OFFERING_VALUES].flatMap(([key, read]) => {
    const value = read(offering);
    return value === undefined ? [] : [[key, value] as const];
  });
}
