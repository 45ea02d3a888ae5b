import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReview } from '../../src/cli/comment-review.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { clusterReview, danger, place, poolReview, review } from '../report/review-fixtures.ts';
import { hostileReview } from '../report/review-arbitrary.ts';
import { poolwright } from './harness.ts';

const GOOD = review([clusterReview({ nodePools: [poolReview({ dangers: [danger()] })] })]);

function finding(code: string) {
  return {
    ...place('clusters/web.yaml', 3),
    code,
    severity: 'error',
    message: 'x',
    related: [],
    known: false,
  };
}

function messageOf(json: string): string {
  try {
    parseReview(json, 'review.json');
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  return 'accepted';
}

/** The good review with one value replaced, by the path that the message should name. */
function broken(path: string, value: unknown): string {
  const copy = structuredClone(GOOD) as unknown as Record<string, unknown>;
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  let current = copy;
  for (const key of keys.slice(0, -1)) current = current[key] as Record<string, unknown>;
  const last = keys.at(-1) ?? '';
  if (value === undefined) delete current[last];
  else current[last] = value;
  return JSON.stringify(copy);
}

describe('a review', () => {
  it('is what the reporters write, whatever the texts in it', () => {
    fc.assert(
      fc.property(hostileReview, (report) => {
        const json = JSON.stringify(report);
        expect(parseReview(json, 'x')).toEqual(JSON.parse(json));
      }),
      { numRuns: 100 },
    );
  });

  it('may have fields that a later version adds', () => {
    const later = { ...GOOD, future: { a: [1] }, summary: { ...GOOD.summary, more: 'x' } };
    expect(messageOf(JSON.stringify(later))).toBe('accepted');
  });

  it.each([
    ['summary.errors', '1', '`summary.errors` should be a whole number, 0 or more'],
    ['summary.errors', -1, '`summary.errors` should be a whole number, 0 or more'],
    ['summary.podsLost', undefined, '`summary.podsLost` should be a whole number, 0 or more'],
    ['clusters', {}, '`clusters` should be a list'],
    ['clusters[0]', null, '`clusters[0]` should be an object'],
    ['clusters[0].name', { toString: 1 }, '`clusters[0].name` should be a text'],
    ['clusters[0].failed', ['never'], '`clusters[0].failed[0]` should be `base` or `head`'],
    [
      'clusters[0].nodePools[0].rotation.scope',
      'some',
      '`clusters[0].nodePools[0].rotation.scope` should be `none` or `all` or `partial`',
    ],
    [
      'clusters[0].nodePools[0].dangers[0].source.range.start',
      [],
      '`clusters[0].nodePools[0].dangers[0].source.range.start` should be an object',
    ],
    ['clusters[0].cost', 'free', '`clusters[0].cost` should be an object'],
    [
      'clusters[0].overlaps',
      [{ pools: ['a'], change: 'added', message: '' }],
      '`clusters[0].overlaps[0].pools` should be a list of two',
    ],
    [
      'clusters[0].nodePools[0].dangers[0].code',
      'PW1) @octocat',
      '`clusters[0].nodePools[0].dangers[0].code` should be a code such as `PW2001`',
    ],
    ['findings', [finding('PW2001\n')], '`findings[0].code` should be a code such as `PW2001`'],
    ['resolved', [finding('PW20011')], '`resolved[0].code` should be a code such as `PW2001`'],
    ['at', 5, '`at` should be a date and time as in RFC 3339'],
    ['clusters[0].baseFile', null, '`clusters[0].baseFile` should be a text'],
  ])('%s: %j is refused', (path, value, problem) => {
    expect(messageOf(broken(path, value))).toBe(`review.json is not a valid review: ${problem}`);
  });

  it.each([
    ['', 'review.json is empty; did `poolwright diff --format json` fail before?'],
    ['{"kind": "Review"', 'review.json is not JSON; write it with `poolwright diff --format json`'],
    [
      '[]',
      'review.json is not a review that this version reads: it should be an object; write one with `poolwright diff --format json`',
    ],
    [
      broken('kind', 'CheckReport'),
      'review.json is not a review that this version reads: `kind` should be `Review`; write one with `poolwright diff --format json`',
    ],
    [
      broken('apiVersion', 'poolwright.dev/v2'),
      'review.json is not a review that this version reads: `apiVersion` should be `poolwright.dev/v1alpha1`; write one with `poolwright diff --format json`',
    ],
    ['['.repeat(5_000_000), 'review.json is nested more than 100 levels deep, which no review is'],
    [
      `{"a":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`,
      'review.json is nested more than 100 levels deep, which no review is',
    ],
  ])('is not %.40j', (json, message) => {
    expect(messageOf(json)).toBe(message);
  });

  it('counts no brackets in texts', () => {
    expect(messageOf(broken('clusters[0].name', '[{"'.repeat(200)))).toBe('accepted');
  });

  it('is not polluted by names that JavaScript gives a meaning', () => {
    const json = JSON.stringify(GOOD).replace('"kind"', '"__proto__":{"kind":"Review"},"x"');
    expect(messageOf(json)).toMatch(/`kind` should be `Review`/);
  });
});

it('too large a file is not read', async () => {
  const { code, stderr } = await poolwright(['comment', '--forge', 'github'], {
    stdin: new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20),
  });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'poolwright: <stdin>: the file is larger than 67108864 bytes, the most that is read\n',
  });
});
