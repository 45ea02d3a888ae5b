import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';
import type { RecordedClaim, RecordedDecision } from './format.ts';

const CLAIM: RecordedClaim = {
  nodePool: 'default',
  podUids: ['a-00000', 'a-00002', 'a-00001'],
  requirements: [
    { key: 'karpenter.sh/nodepool', operator: 'In', values: ['default'] },
    { key: 'size', operator: 'Exists', gte: 3, lte: 9, minValues: 2 },
  ],
  instanceTypes: { count: 61, names: ['m.large', 'm.xlarge'], sha256: 'ab' },
  requests: { cpu: '150m', memory: '1000', pods: '3' },
  cheapest: { instanceType: 'm.large', zone: 'z1', capacityType: 'spot', price: 0.1 },
};

const EXPECTED: RecordedDecision = {
  newNodeClaims: [CLAIM, { ...CLAIM, nodePool: 'other', podUids: ['b-00000'] }],
  existing: { node: ['c', 'd'] },
  errors: { e: { classes: ['taints'], text: 'no' } },
  ignored: { f: 'no' },
};

function first(actual: RecordedDecision, expected: RecordedDecision = EXPECTED): string | undefined {
  return differences(expected, actual, { requests: 'compared' })[0];
}

function withClaim(change: Partial<RecordedClaim>): RecordedDecision {
  const [, ...others] = EXPECTED.newNodeClaims;
  return { ...EXPECTED, newNodeClaims: [{ ...CLAIM, ...change }, ...others] };
}

describe('differences', () => {
  it('finds none where all that binds is the same', () => {
    expect(first(EXPECTED)).toBeUndefined();
    expect(
      first({ ...EXPECTED, errors: { e: { classes: ['dra'], text: 'other' } }, ignored: { f: 'other' } }),
    ).toBeUndefined();
    expect(first({ ...EXPECTED, noNodePools: false })).toBeUndefined();
  });

  it.each<[string, RecordedDecision]>([
    ['expected some dynamic NodePool that is ready', { ...EXPECTED, noNodePools: true }],
    ['pod f: expected to be ignored (no), and is not', { ...EXPECTED, ignored: {} }],
    [
      'pod g: not expected to be ignored, and is (why)',
      { ...EXPECTED, ignored: { ...EXPECTED.ignored, g: 'why' } },
    ],
    ['pod e: expected to be unschedulable (taints; no), and is not', { ...EXPECTED, errors: {} }],
    [
      'pod g: not expected to be unschedulable, and is (dra; why)',
      { ...EXPECTED, errors: { ...EXPECTED.errors, g: { classes: ['dra'], text: 'why' } } },
    ],
    [
      'existing node node: pods: expected 2, got 2; number 1: expected c, got d',
      { ...EXPECTED, existing: { node: ['d', 'c'] } },
    ],
    [
      'existing node node: pods: expected 2, got 0; number 1: expected c, got none',
      { ...EXPECTED, existing: {} },
    ],
    [
      'existing node new: pods: expected 0, got 1; number 1: expected none, got g',
      { ...EXPECTED, existing: { ...EXPECTED.existing, new: ['g'] } },
    ],
    ['expected 2 new claims, got 1', { ...EXPECTED, newNodeClaims: [CLAIM] }],
    [
      'claim of default from a-00000: expected with the pods a-00000 a-00002 a-00001, and is not there',
      withClaim({ podUids: ['a-00002', 'a-00000', 'a-00001'] }),
    ],
    [
      'claim of default from a-00000: expected with the pods a-00000 a-00002 a-00001, and is not there',
      withClaim({ nodePool: 'third' }),
    ],
    [
      'claim of default from a-00000: pods: expected 3, got 3; number 2: expected a-00002, got a-00001',
      withClaim({ podUids: ['a-00000', 'a-00001', 'a-00002'] }),
    ],
    [
      'claim of default from a-00000: requirement size: expected Exists >= 3 <= 9 minValues 2, got none',
      withClaim({ requirements: CLAIM.requirements.slice(0, 1) }),
    ],
    [
      'claim of default from a-00000: requirement size: expected Exists >= 3 <= 9 minValues 2, got Exists >= 3 <= 9',
      withClaim({
        requirements: [
          ...CLAIM.requirements.slice(0, 1),
          { key: 'size', operator: 'Exists', gte: 3, lte: 9 },
        ],
      }),
    ],
    [
      'claim of default from a-00000: requirement zone: expected none, got NotIn ["z1","z2"]',
      withClaim({
        requirements: [...CLAIM.requirements, { key: 'zone', operator: 'NotIn', values: ['z1', 'z2'] }],
      }),
    ],
    [
      'claim of default from a-00000: instance types: expected 2, got 2; number 1: expected m.large, got m.xlarge',
      withClaim({ instanceTypes: { ...CLAIM.instanceTypes, names: ['m.xlarge', 'm.large'] } }),
    ],
    [
      'claim of default from a-00000: instance types: count: expected 61, got 62',
      withClaim({ instanceTypes: { ...CLAIM.instanceTypes, count: 62 } }),
    ],
    [
      'claim of default from a-00000: instance types: sha256 of all names: expected ab, got cd',
      withClaim({ instanceTypes: { ...CLAIM.instanceTypes, sha256: 'cd' } }),
    ],
    [
      'claim of default from a-00000: requests cpu: expected 150m, got 151m',
      withClaim({ requests: { ...CLAIM.requests, cpu: '151m' } }),
    ],
    [
      'claim of default from a-00000: requests gpu: expected none, got 0',
      withClaim({ requests: { ...CLAIM.requests, gpu: '0' } }),
    ],
    [
      'claim of default from a-00000: cheapest: expected m.large z1 spot at 0.1, got m.large z1 spot at 0.10000000000000002',
      withClaim({ cheapest: { ...CLAIM.cheapest, price: 0.1 + 2 ** -56 } }),
    ],
    [
      'claim of default from a-00000: cheapest: expected m.large z1 spot at 0.1, got m.large z2 spot at 0.1',
      withClaim({ cheapest: { ...CLAIM.cheapest, zone: 'z2' } }),
    ],
  ])('%s', (text, actual) => {
    expect(first(actual)).toBe(text);
    expect(first(EXPECTED, actual), 'the other way round').toBeDefined();
  });

  it('takes any of the requests that were seen', () => {
    const { requests: seen = {}, ...claim } = CLAIM;
    const expected = {
      ...EXPECTED,
      newNodeClaims: [{ ...claim, requestsSeen: [{ cpu: '1m' }, seen] }],
    };
    const actual = { ...EXPECTED, newNodeClaims: [CLAIM] };
    expect(first(actual, expected)).toBeUndefined();
    expect(first({ ...EXPECTED, newNodeClaims: [{ ...CLAIM, requests: { cpu: '2m' } }] }, expected)).toBe(
      'claim of default from a-00000: requests: expected one of [{"cpu":"1m"},{"cpu":"150m","memory":"1000","pods":"3"}], got {"cpu":"2m"}',
    );
  });
});
