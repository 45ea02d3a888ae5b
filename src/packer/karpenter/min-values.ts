import type { Bitset } from '../../selection/bitset.ts';
import { pick } from '../../selection/bitset.ts';
import { Requirement } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import type { RequirementSpace, RequirementState } from './requirement-space.ts';
import type { TypeTable } from './type-table.ts';

/**
 * Keys of which the types offer too few values, with the number they do offer. Up to 1.14.1 Karpenter counts every value
 * that a type lists, allowed by the requirement or not.
 */
export function unmetMinValues(
  types: Bitset | readonly number[],
  state: RequirementState,
  table: TypeTable,
): ReadonlyMap<string, number> {
  const unmet = new Map<string, number>();
  const members = types instanceof Uint32Array ? pick([...table.types.keys()], types) : types;
  for (const key of state.minKeys) {
    const values = new Set<string>();
    for (const type of members) for (const value of table.valuesOf(key, type)) values.add(value);
    if (members.length > 0 && values.size < (state.set.get(key).minValues ?? 0)) unmet.set(key, values.size);
  }
  return unmet;
}

/** The same requirements with the numbers of values lowered to what there is. */
export function withMinValues(
  state: RequirementState,
  reached: ReadonlyMap<string, number>,
  space: RequirementSpace,
): RequirementState {
  const lowered = [...state.set.entries()].map((requirement) => {
    const minValues = reached.get(requirement.key);
    if (minValues === undefined) return requirement;
    const { key, complement, values, gte, lte } = requirement;
    return new Requirement({ key, complement, values, gte, lte, minValues });
  });
  return space.intern(Requirements.of(lowered));
}
