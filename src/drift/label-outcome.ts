import type { Requirement } from '../kubernetes/requirement.ts';
import { admitsAll } from './admits-all.ts';

/** What becomes of nodes whose labels a requirement is put to. */
export type Outcome = 'kept' | 'replaced' | 'perhaps';

/**
 * What nodes carry under a key: one of these values, some value that a requirement allows, or nothing known. An empty list:
 * they have no such label.
 */
export type Carried = readonly string[] | Requirement | 'anything';

/** Karpenter compares strictly: a label that is missing satisfies `NotIn` and `DoesNotExist` alone. */
export function labelOutcome(carried: Carried, required: Requirement): Outcome {
  if (carried === 'anything') return 'perhaps';
  if (isValues(carried)) {
    if (carried.length === 0) return required.isNegative() ? 'kept' : 'replaced';
    const allowed = carried.filter((value) => required.has(value)).length;
    if (allowed === carried.length) return 'kept';
    return allowed === 0 ? 'replaced' : 'perhaps';
  }
  if (admitsAll(required, carried)) return 'kept';
  return carried.hasIntersection(required) ? 'perhaps' : 'replaced';
}

function isValues(carried: readonly string[] | Requirement): carried is readonly string[] {
  return Array.isArray(carried);
}
