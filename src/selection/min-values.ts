import type { Origin } from '../diagnostics/origin.ts';
import type { Requirement } from '../kubernetes/requirement.ts';
import type { InstanceType } from '../model/instance-type.ts';
import { isOfferingKey, offeringValue } from './offering-labels.ts';
import { combine, type PoolConstraints, typeConstraints } from './pool-constraints.ts';

export interface MinValuesShortfall {
  /** As written. */
  readonly key: string;
  readonly minValues: number;
  /** Distinct allowed values that the admitted types offer. */
  readonly found: number;
  /** The requirement that asks for the most values of this key. */
  readonly origin: Origin;
}

/**
 * The keys on which the admitted types offer fewer distinct values than the pool's `minValues` asks for; Karpenter
 * then launches nothing (under its default policy). Of several on one key the largest counts. Only values that the
 * pool allows count, as since Karpenter 1.14.3; up to 1.14.1 every value of an admitted type did.
 */
export function minValuesShortfalls(
  pool: PoolConstraints,
  admitted: readonly InstanceType[],
): readonly MinValuesShortfall[] {
  if (pool.requirements.every(({ minValues }) => minValues === undefined)) return [];
  const constraints = typeConstraints(pool);
  const shortfalls: MinValuesShortfall[] = [];
  for (const requirement of combine(constraints).entries()) {
    const { key, minValues } = requirement;
    if (minValues === undefined) continue;
    const found = countValues(admitted, requirement);
    const strictest = constraints.find(
      (constraint) => constraint.requirement.key === key && constraint.requirement.minValues === minValues,
    );
    if (found >= minValues || strictest === undefined) continue;
    shortfalls.push({ key: strictest.written.key, minValues, found, origin: strictest.origin });
  }
  return shortfalls;
}

function countValues(types: readonly InstanceType[], requirement: Requirement): number {
  const found = new Set<string>();
  for (const type of types) {
    for (const value of valuesOf(type, requirement.key)) {
      if (requirement.has(value)) found.add(value);
    }
  }
  return found.size;
}

function valuesOf(type: InstanceType, key: string): readonly string[] {
  const own = type.labels.get(key);
  if (own !== undefined || !isOfferingKey(key)) return own ?? [];
  return type.offerings
    .filter((offering) => offering.available)
    .map((offering) => offeringValue(offering, key))
    .filter((value) => value !== undefined);
}
