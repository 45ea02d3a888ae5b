import * as fc from 'fast-check';
import type { RequirementOperator } from '../../src/kubernetes/api/node-pool.ts';
import { requirementOf, type Requirement, type RequirementInput } from '../../src/kubernetes/requirement.ts';

/** Operators are recorded as plain JSON text. */
export interface RecordedInput {
  readonly operator: string;
  readonly values?: readonly string[];
  readonly minValues?: number;
}

export function fromRecord(key: string, input: RecordedInput): Requirement {
  return requirementOf({ ...input, key, operator: input.operator as RequirementOperator });
}

/** The form the recorder used: values sorted, absent things left out. */
export function canonical(requirement: Requirement): object {
  return {
    key: requirement.key,
    operator: requirement.operator(),
    ...(requirement.values.size > 0 ? { values: [...requirement.values].sort() } : {}),
    ...(requirement.gte === undefined ? {} : { gte: Number(requirement.gte) }),
    ...(requirement.lte === undefined ? {} : { lte: Number(requirement.lte) }),
    ...(requirement.minValues === undefined ? {} : { minValues: requirement.minValues }),
  };
}

/** A small world, so that random requirements meet. */
export const WORLD = ['a', 'b', 'c', '0', '1', '2', '5', '05', '+7', '-3', '9', ''] as const;

const bound = fc.constantFrom('0', '1', '4', '5', '8', '9223372036854775807');
const minValues = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });

export function requirementInputs(key: fc.Arbitrary<string>): fc.Arbitrary<RequirementInput> {
  return fc.oneof(
    fc.record({
      key,
      operator: fc.constantFrom('In' as const, 'NotIn' as const),
      values: fc.uniqueArray(fc.constantFrom(...WORLD), { maxLength: 4 }),
      minValues,
    }),
    fc.record({ key, operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const), minValues }),
    fc.record({
      key,
      operator: fc.constantFrom('Gt' as const, 'Lt' as const, 'Gte' as const, 'Lte' as const),
      values: bound.map((value) => [value]),
      minValues,
    }),
  );
}

/** Requirements on one key, single ones and intersections of up to three. */
export const oneKeyRequirement: fc.Arbitrary<Requirement> = fc
  .array(requirementInputs(fc.constant('key')), { minLength: 1, maxLength: 3 })
  .map((inputs) => inputs.map((input) => requirementOf(input)).reduce((a, b) => a.intersection(b)));
