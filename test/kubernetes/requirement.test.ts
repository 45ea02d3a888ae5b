import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requirementOf } from '../../src/kubernetes/requirement.ts';
import pairs from './data/requirement-pairs.json' with { type: 'json' };
import { canonical, fromRecord, oneKeyRequirement, WORLD } from './requirement-harness.ts';

const PROBES = ['a', 'b', 'z', '1', '4', '5', '6', '9', '10', '05', '-3', '+7', 'x', ''];

describe('recorded requirement pairs', () => {
  it('has all 315 of them', () => {
    expect(pairs).toHaveLength(315);
  });

  it.each(pairs.map((pair) => [JSON.stringify(pair.a), JSON.stringify(pair.b), pair] as const))(
    '%s and %s',
    (_a, _b, pair) => {
      const a = fromRecord('key', pair.a);
      const b = fromRecord('key', pair.b);
      const intersection = a.intersection(b);
      expect({
        aCanonical: canonical(a),
        bCanonical: canonical(b),
        intersection: canonical(intersection),
        hasIntersection: a.hasIntersection(b),
        has: PROBES.filter((probe) => intersection.has(probe)),
      }).toEqual({
        aCanonical: pair.aCanonical,
        bCanonical: pair.bCanonical,
        intersection: pair.intersection,
        hasIntersection: pair.hasIntersection,
        has: pair.has,
      });
    },
  );
});

describe('requirementOf', () => {
  it('rewrites aliased keys', () => {
    const aliases = new Map([['beta.kubernetes.io/arch', 'kubernetes.io/arch']]);
    const requirement = requirementOf({ key: 'beta.kubernetes.io/arch', operator: 'Exists' }, aliases);
    expect(requirement.key).toBe('kubernetes.io/arch');
  });

  it('keeps 64-bit bounds exact', () => {
    const below = requirementOf({ key: 'key', operator: 'Lt', values: ['9223372036854775807'] });
    expect(below.has('9223372036854775806')).toBe(true);
    expect(below.has('9223372036854775807')).toBe(false);
    const atLeast = requirementOf({ key: 'key', operator: 'Gte', values: ['9007199254740993'] });
    expect(atLeast.has('9007199254740992')).toBe(false);
    expect(atLeast.has('9007199254740993')).toBe(true);
  });

  it('lets nothing beyond 64 bits, and nothing but integers, meet a bound', () => {
    const positive = requirementOf({ key: 'key', operator: 'Gte', values: ['1'] });
    for (const value of ['9223372036854775808', '1e3', '1.5', ' 2', '', '0x10', '1_0']) {
      expect(positive.has(value), value).toBe(false);
    }
    expect(positive.has('9223372036854775807')).toBe(true);
  });

  it('treats a bound that is no integer as Go does', () => {
    expect(requirementOf({ key: 'key', operator: 'Gte', values: ['many'] }).gte).toBe(0);
    expect(requirementOf({ key: 'key', operator: 'Lte', values: ['99999999999999999999'] }).lte).toBe(
      2n ** 63n - 1n,
    );
  });
});

describe('laws of the algebra', () => {
  const probe = fc.oneof(fc.constantFrom(...WORLD), fc.integer({ min: -5, max: 12 }).map(String));

  it('an intersection has exactly the values both have', () => {
    fc.assert(
      fc.property(oneKeyRequirement, oneKeyRequirement, probe, (a, b, value) => {
        expect(a.intersection(b).has(value)).toBe(a.has(value) && b.has(value));
      }),
    );
  });

  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(oneKeyRequirement, oneKeyRequirement, oneKeyRequirement, (a, b, c) => {
        expect(canonical(a.intersection(b))).toEqual(canonical(b.intersection(a)));
        expect(canonical(a.intersection(b).intersection(c))).toEqual(
          canonical(a.intersection(b.intersection(c))),
        );
        expect(canonical(a.intersection(a))).toEqual(canonical(a));
      }),
    );
  });

  it('hasIntersection is symmetric and says whether the intersection can be met', () => {
    fc.assert(
      fc.property(oneKeyRequirement, oneKeyRequirement, (a, b) => {
        expect(a.hasIntersection(b)).toBe(b.hasIntersection(a));
        expect(a.hasIntersection(b)).toBe(a.intersection(b).operator() !== 'DoesNotExist');
      }),
    );
  });

  it('returns the same object where nothing changes', () => {
    fc.assert(
      fc.property(oneKeyRequirement, (a) => {
        expect(a.intersection(a)).toBe(a);
      }),
    );
  });
});
