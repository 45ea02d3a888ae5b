import { describe, expect, it } from 'vitest';
import type { RecordedCase, RecordedClaim, RecordedDecision } from '../format.ts';
import { agrees } from './agrees.ts';

const CLAIM: RecordedClaim = {
  nodePool: 'default',
  podUids: ['p'],
  requirements: [],
  instanceTypes: { count: 1, names: ['m5.large'] },
  cheapest: { instanceType: 'm5.large', zone: 'z', capacityType: 'spot', price: 1 },
};
const SMALL = { cpu: '100m' };
const LARGE = { cpu: '200m' };

const decision = (change: Partial<RecordedDecision>): RecordedDecision => ({
  newNodeClaims: [],
  existing: {},
  errors: {},
  ...change,
});
const exact = (expected: RecordedDecision): RecordedCase => ({
  name: 'n',
  family: 'f',
  kind: 'exact',
  scenario: { name: 'n' },
  expected,
});
const claims = (change: Partial<RecordedClaim>) =>
  exact(decision({ newNodeClaims: [{ ...CLAIM, ...change }] }));
const failing = (classes: readonly string[]) => exact(decision({ errors: { p: { classes, text: '' } } }));

describe('fresh runs agree with a recording', () => {
  it.each([
    ['the same', claims({ requests: SMALL }), claims({ requests: SMALL })],
    ['one of several sums', claims({ requestsSeen: [SMALL, LARGE] }), claims({ requests: LARGE })],
    ['both sums', claims({ requestsSeen: [SMALL, LARGE] }), claims({ requestsSeen: [LARGE, SMALL] })],
    ['fewer classes', failing(['taints', 'filter:fits']), failing(['taints'])],
  ])('%s', (_title, recorded, fresh) => {
    expect(agrees(recorded, fresh)).toBe(true);
  });

  it.each([
    ['another sum', claims({ requests: SMALL }), claims({ requests: LARGE })],
    ['a sum that is new', claims({ requests: SMALL }), claims({ requestsSeen: [SMALL, LARGE] })],
    ['another pod order', claims({}), claims({ podUids: ['q'] })],
    ['a class that is new', failing(['taints']), failing(['taints', 'filter:fits'])],
  ])('but not with %s', (_title, recorded, fresh) => {
    expect(agrees(recorded, fresh)).toBe(false);
  });

  it('where one of several recorded outcomes was the only one seen', () => {
    const results = [decision({}), decision({ existing: { n: ['p'] } })];
    const outcomes = results.map((result) => ({ seen: 3, result }));
    const several = { ...exact(decision({})), kind: 'envelope', expected: { complete: true, outcomes } };
    expect(agrees(several as unknown as RecordedCase, exact(decision({})))).toBe(true);
    expect(agrees(several as unknown as RecordedCase, exact(decision({ existing: { n: ['q'] } })))).toBe(
      false,
    );
  });

  it('but not if the decision varies and the recorded one does not', () => {
    const outcomes = [{ seen: 3, result: decision({}) }];
    const fresh = {
      ...exact(decision({})),
      kind: 'envelope',
      expected: { outcomes },
    } as unknown as RecordedCase;
    expect(agrees(exact(decision({})), fresh)).toBe(false);
  });
});
