import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequirementInput, requirementOf } from '../../src/kubernetes/requirement.ts';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import type { CapacityType, InstanceType, Offering } from '../../src/model/instance-type.ts';
import { offeringFilter } from '../../src/selection/offering-filter.ts';
import type { PoolConstraints } from '../../src/selection/pool-constraints.ts';
import { selectTypes } from '../../src/selection/select-types.ts';
import { WORLD, requirementInputs } from '../kubernetes/requirement-harness.ts';
import { CAPACITY_TYPE, locatedRequirement, VOCABULARY, ZONE, ZONE_ID } from './harness.ts';

const TYPE_KEYS = ['arch', 'cpu', 'gpu', 'tenancy', 'custom', ZONE, ZONE_ID];
const ZONES = ['a', 'b', 'c'];

const offering: fc.Arbitrary<Offering> = fc.record({
  zone: fc.constantFrom(...ZONES),
  capacityType: fc.constantFrom<CapacityType>('spot', 'on-demand'),
  available: fc.boolean(),
});

function instanceType(options: { readonly maxValues: number }): fc.Arbitrary<InstanceType> {
  const values = fc.uniqueArray(fc.constantFrom(...WORLD), { maxLength: options.maxValues });
  return fc.record({
    name: fc.constant('x'),
    labels: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...TYPE_KEYS), values), { selector: ([key]) => key })
      .map((entries) => new Map(entries)),
    offerings: fc.array(offering, { maxLength: 4 }),
  });
}

/** Either every label has at most one value, as most do in practice, or labels have several. */
function instanceTypes(options: { readonly maxLength: number }): fc.Arbitrary<InstanceType[]> {
  return fc.constantFrom(1, 3).chain((maxValues) => fc.array(instanceType({ maxValues }), options));
}

const zoneRequirement = fc.record({
  key: fc.constant(ZONE),
  operator: fc.constantFrom('In' as const, 'NotIn' as const),
  values: fc.subarray(ZONES),
});

const capacityTypeRequirement = fc.record({
  key: fc.constant(CAPACITY_TYPE),
  operator: fc.constantFrom('In' as const, 'NotIn' as const),
  values: fc.subarray(['spot', 'on-demand', 'reserved']),
});

const requirement: fc.Arbitrary<RequirementInput> = fc.oneof(
  { weight: 4, arbitrary: requirementInputs(fc.constantFrom(...TYPE_KEYS, 'old-arch', 'unknown')) },
  { weight: 1, arbitrary: zoneRequirement },
  { weight: 1, arbitrary: capacityTypeRequirement },
);

/** The filter as the specification words it, with nothing but the requirement algebra. */
function admits(type: InstanceType, inputs: readonly RequirementInput[]): boolean {
  const pool = Requirements.of(inputs.map((input) => requirementOf(input, VOCABULARY.aliases)));
  const offeringKeys = [ZONE, ZONE_ID, CAPACITY_TYPE];
  const wellKnown = [...VOCABULARY.specs.keys()].filter((key) => !offeringKeys.includes(key));
  const typeSide = Requirements.of([
    ...[...type.labels].map(([key, values]) => requirementOf({ key, operator: 'In', values })),
    ...wellKnown
      .filter((key) => !type.labels.has(key))
      .map((key) => requirementOf({ key, operator: 'DoesNotExist' })),
  ]);
  return typeSide.intersects(pool) && type.offerings.some((one) => admitsOffering(one, pool));
}

function admitsOffering(one: Offering, pool: Requirements): boolean {
  const offeringSide = Requirements.of([
    requirementOf({ key: ZONE, operator: 'In', values: [one.zone] }),
    requirementOf({ key: CAPACITY_TYPE, operator: 'In', values: [one.capacityType] }),
  ]);
  return one.available && pool.compatible(offeringSide, { allowUndefined: new Set(VOCABULARY.specs.keys()) });
}

function constraintsFrom(inputs: readonly RequirementInput[]): PoolConstraints {
  return { requirements: inputs.map(locatedRequirement), labels: new Map(), vocabulary: VOCABULARY };
}

describe('bitset selection', () => {
  it('equals the naive evaluation of the algebra, at every step', () => {
    fc.assert(
      fc.property(
        instanceTypes({ maxLength: 70 }),
        fc.array(requirement, { maxLength: 6 }),
        (types, inputs) => {
          const selection = selectTypes({ types, ...constraintsFrom(inputs) });
          expect(selection.types).toEqual(types.filter((type) => admits(type, inputs)));
          selection.funnel.forEach((step, i) => {
            expect(step.before).toBe(types.filter((type) => admits(type, inputs.slice(0, i))).length);
            expect(step.after).toBe(types.filter((type) => admits(type, inputs.slice(0, i + 1))).length);
            expect(step.alone).toBe(types.filter((type) => admits(type, inputs.slice(i, i + 1))).length);
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leaves each admitted type an offering that the offering filter takes', () => {
    fc.assert(
      fc.property(
        instanceTypes({ maxLength: 20 }),
        fc.array(requirement, { maxLength: 4 }),
        (types, inputs) => {
          const constraints = constraintsFrom(inputs);
          const takes = offeringFilter(constraints);
          const pool = Requirements.of(inputs.map((input) => requirementOf(input, VOCABULARY.aliases)));
          for (const type of types) {
            expect(type.offerings.filter(takes)).toEqual(
              type.offerings.filter((one) => admitsOffering(one, pool)),
            );
          }
          for (const type of selectTypes({ types, ...constraints }).types) {
            expect(type.offerings.some(takes)).toBe(true);
          }
        },
      ),
    );
  });
});
