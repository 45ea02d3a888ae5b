import { describe, expect, it } from 'vitest';
import { compare, sameReasons } from './compare.ts';
import type { ExactCase, RecordedClaim, RecordedDecision } from './format.ts';

const CLAIM: RecordedClaim = {
  nodePool: 'default',
  podUids: ['a-00000', 'a-00001'],
  requirements: [],
  instanceTypes: { count: 1, names: ['m.large'] },
  requests: { cpu: '150m' },
  cheapest: { instanceType: 'm.large', zone: 'z1', capacityType: 'spot', price: 0.1 },
};

const EXPECTED: RecordedDecision = {
  newNodeClaims: [CLAIM],
  existing: { node: ['c', 'd'] },
  errors: { e: { classes: ['taints'], text: 'no' }, f: { classes: ['dra', 'taints'], text: 'no' } },
};

function withClaim(change: Partial<RecordedClaim>): RecordedDecision {
  return { ...EXPECTED, newNodeClaims: [{ ...CLAIM, ...change }] };
}

const EXACT: ExactCase = {
  name: 'x',
  family: 'x',
  kind: 'exact',
  scenario: { name: 'x' },
  expected: EXPECTED,
};

describe('an exact case', () => {
  it('is met by the same decision only, requests included', () => {
    expect(compare(EXACT, EXPECTED)).toEqual([]);
    expect(compare(EXACT, withClaim({ requests: { cpu: '151m' } }))).toEqual([
      'claim of default from a-00000: requests cpu: expected 150m, got 151m',
    ]);
  });

  it('counts the pods whose reasons agree, without insisting', () => {
    const actual = {
      ...EXPECTED,
      errors: { e: { classes: ['dra'], text: '' }, f: { classes: ['dra', 'taints'], text: '' } },
    };
    expect(compare(EXACT, actual)).toEqual([]);
    expect(sameReasons(EXACT, actual)).toEqual({ same: 1, of: 2 });
  });
});

describe('an envelope that is closed', () => {
  const other = withClaim({ podUids: ['a-00000'] });
  const recorded = {
    name: 'x',
    family: 'x',
    kind: 'envelope' as const,
    scenario: { name: 'x' },
    expected: {
      repeats: 300,
      distinct: 2,
      complete: true,
      outcomes: [
        { seen: 200, result: EXPECTED },
        { seen: 100, result: other },
      ],
      envelope: {
        claims: { min: 2, max: 2 },
        claimsPerPool: {},
        totalPrice: { min: 0, max: 0 },
        unschedulableSets: [],
        zoneHistograms: [],
        distinctShapes: 2,
      },
    },
  };

  it('is met by any outcome, whatever its requests', () => {
    expect(compare(recorded, EXPECTED)).toEqual([]);
    expect(compare(recorded, other)).toEqual([]);
    expect(compare(recorded, withClaim({ requests: {} }))).toEqual([]);
  });

  it('is not met by anything else, and tells the difference from the closest', () => {
    const strange = { ...other, existing: {} };
    expect(compare(recorded, strange)).toEqual([
      'none of 2 outcomes; from the closest: existing node node: pods: expected 2, got 0; number 1: expected c, got none',
    ]);
  });
});
