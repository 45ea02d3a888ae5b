import type { Requirement } from '../kubernetes/requirement.ts';
import { addAll, type Bitset, removeAll } from './bitset.ts';
import { offeringMeets } from './offering-labels.ts';
import type { KeyIndex, TypeIndex } from './type-index.ts';

/**
 * Fills `target` with the types whose values of the requirement's key meet it: Karpenter's `Intersects` for one key.
 * `wellKnown` keys that a type does not have count as `DoesNotExist`; other keys are undefined there, which is fine.
 */
export function matchTypes(
  target: Bitset,
  index: TypeIndex,
  requirement: Requirement,
  options: { readonly wellKnown: boolean },
): void {
  const key = index.key(requirement.key);
  matchValues(target, key, requirement);
  // A type without a value meets exactly the requirements that a node without the label meets.
  if (requirement.isNegative()) addAll(target, key.empty);
  if (!options.wellKnown || requirement.isNegative()) addAll(target, key.missing);
}

function matchValues(target: Bitset, key: KeyIndex, requirement: Requirement): void {
  const { complement, values } = requirement;
  const unbounded = requirement.gte === undefined && requirement.lte === undefined;
  if (!complement) {
    target.fill(0);
    for (const value of values) addTypes(target, key.values.get(value));
  } else if (key.singleValued) {
    if (unbounded) target.set(key.present);
    else key.integers().fillBetween(target, requirement.gte, requirement.lte);
    for (const value of values) removeTypes(target, key.values.get(value));
  } else {
    // A type with several values is not lost with one of them.
    target.fill(0);
    for (const [value, types] of key.values) if (requirement.has(value)) addAll(target, types);
  }
}

function addTypes(target: Bitset, types: Bitset | undefined): void {
  if (types !== undefined) addAll(target, types);
}

function removeTypes(target: Bitset, types: Bitset | undefined): void {
  if (types !== undefined) removeAll(target, types);
}

/** Fills `target` with the types that have an available offering which meets all of these requirements at once. */
export function matchOfferings(target: Bitset, index: TypeIndex, requirements: readonly Requirement[]): void {
  target.fill(0);
  for (const group of index.offerings) {
    if (offeringMeets(group.offering, requirements)) addAll(target, group.types);
  }
}
