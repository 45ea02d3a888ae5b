import { describe, expect, it } from 'vitest';
import { corpusFiles } from './corpus.ts';
import { envelopeDifferences, shapeOf, zoneHistogram } from './envelope.ts';
import type { EnvelopeCase, RecordedClaim, RecordedDecision } from './format.ts';
import { readDocuments } from './read-documents.ts';

const CASES = corpusFiles()
  .filter((file) => file.includes('/envelope/'))
  .flatMap((file) => readDocuments(file).map(({ value }) => value as EnvelopeCase));

/** All recorded outcomes, and how many of them there are. */
const OUTCOMES = CASES.flatMap(({ name, expected }) =>
  expected.outcomes.map(({ result }) => ({ name, result, envelope: expected.envelope })),
);

describe('the recorded outcomes', () => {
  it('are 525', () => {
    expect(OUTCOMES).toHaveLength(525);
  });

  it('lie within the bounds that were recorded with them', () => {
    const outside = OUTCOMES.flatMap(({ name, result, envelope }) =>
      envelopeDifferences(envelope, result).map((difference) => `${name}: ${difference}`),
    );
    expect(outside).toEqual([]);
  });

  it('have the shapes that were recorded with them', () => {
    const strange = OUTCOMES.filter(
      ({ result, envelope }) =>
        envelope.shapes?.every((shape) => shape.join() !== shapeOf(result).join()) === true,
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
  });
});

const ZONE = 'topology.kubernetes.io/zone';

function claim(nodePool: string, podUids: readonly string[], zones: readonly string[]): RecordedClaim {
  return {
    nodePool,
    podUids,
    requirements: [{ key: ZONE, operator: 'In', values: zones }],
    instanceTypes: { count: 1, names: ['m.large'] },
    cheapest: { instanceType: 'm.large', zone: 'a', capacityType: 'spot', price: 0.1 },
  };
}

const DECISION: RecordedDecision = {
  newNodeClaims: [
    claim('p', ['x-00001', 'x-00000', 'y'], ['a']),
    claim('p', ['x-00002'], ['b']),
    claim('q', ['x-00003', 'x-00004'], ['a', 'b']),
  ],
  existing: { node: ['z-00000'] },
  errors: { 'z-00001': { classes: [], text: '' } },
};

const ENVELOPE = {
  claims: { min: 3, max: 4 },
  claimsPerPool: { p: { min: 2, max: 3 }, q: { min: 0, max: 1 } },
  totalPrice: { min: 0.3, max: 0.3 },
  unschedulableSets: [[], ['z-00001']],
  zoneHistograms: [[1, 3]],
  distinctShapes: 1,
  shapes: [shapeOf(DECISION)],
};

describe('envelopeDifferences', () => {
  it('forgets zones and the pods of a group', () => {
    expect(zoneHistogram(DECISION)).toEqual([1, 3]);
    expect(shapeOf(DECISION)).toEqual([
      'existing|node|z*1',
      'new|p|x*1|m.large',
      'new|p|x*2+y*1|m.large',
      'new|q|x*2|m.large',
      'unschedulable|z*1',
    ]);
    expect(envelopeDifferences(ENVELOPE, DECISION)).toEqual([]);
  });

  it.each<[string, Partial<typeof ENVELOPE>]>([
    ['new claims: seen 4 to 4, got 3', { claims: { min: 4, max: 4 } }],
    [
      'claims of p: seen 0 to 1, got 2',
      { claimsPerPool: { ...ENVELOPE.claimsPerPool, p: { min: 0, max: 1 } } },
    ],
    ['total price: seen 0.4 to 0.5, got 0.3', { totalPrice: { min: 0.4, max: 0.5 } }],
    ['unschedulable pods: seen [], got ["z-00001"]', { unschedulableSets: [[]] }],
    ['pods per zone: seen [2,2] or [4], got [1,3]', { zoneHistograms: [[2, 2], [4]] }],
    [`shape: seen ["other"], got ${JSON.stringify(shapeOf(DECISION))}`, { shapes: [['other']] }],
  ])('%s', (text, change) => {
    expect(envelopeDifferences({ ...ENVELOPE, ...change }, DECISION)).toEqual([text]);
  });

  it('knows pools that were never used, and pools that always were', () => {
    const { p } = ENVELOPE.claimsPerPool;
    const claimsPerPool = { p, q: { min: 0, max: 0 }, r: { min: 1, max: 1 } };
    expect(envelopeDifferences({ ...ENVELOPE, claimsPerPool }, DECISION)).toEqual([
      'claims of q: seen 0 to 0, got 1',
      'claims of r: seen 1 to 1, got 0',
    ]);
    expect(envelopeDifferences({ ...ENVELOPE, claimsPerPool: { p } }, DECISION)).toEqual([
      'claims of q: seen 0 to 0, got 1',
    ]);
  });

  it('does not insist on one of several shapes', () => {
    expect(envelopeDifferences({ ...ENVELOPE, distinctShapes: 2, shapes: [['other']] }, DECISION)).toEqual(
      [],
    );
  });
});
