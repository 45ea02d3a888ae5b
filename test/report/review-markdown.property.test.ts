import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENT_LIMITS, reviewMarkdown } from '../../src/report/review-markdown.ts';
import { reviewText } from '../../src/report/review-text.ts';
import { hostileReview } from './review-arbitrary.ts';
import { clusterReview, poolReview, review } from './review-fixtures.ts';
import { scanComment } from './review-markdown-scan.ts';
import { atDepth } from '../at-depth.ts';

const seed = Number(process.env['FAST_CHECK_SEED'] ?? Date.now() % 2 ** 31);
const options = { seed, numRuns: atDepth(200) };

describe(`any comment (seed ${seed})`, () => {
  it('is closed and does nothing, whatever is in the files', () => {
    fc.assert(
      fc.property(hostileReview, fc.constantFrom('github' as const, 'gitlab' as const), (report, forge) => {
        const body = reviewMarkdown(report, { forge });
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(COMMENT_LIMITS[forge]);
        expect(scanComment(body)).toEqual([]);
      }),
      options,
    );
  });

  it('fits, closed, into whatever there is', () => {
    fc.assert(
      fc.property(hostileReview, fc.integer({ min: 4_000, max: 30_000 }), (report, maxCharacters) => {
        const body = reviewMarkdown(report, { forge: 'github', maxCharacters });
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxCharacters);
        expect(scanComment(body)).toEqual([]);
        expect(body).toMatch(/^(?:❌|⚠️|✅) \*\*/u);
      }),
      options,
    );
  });

  it('is the same for the same review', () => {
    fc.assert(
      fc.property(hostileReview, (report) => {
        const again = JSON.parse(JSON.stringify(report)) as typeof report;
        expect(reviewMarkdown(again, { forge: 'github' })).toBe(reviewMarkdown(report, { forge: 'github' }));
      }),
      { seed, numRuns: atDepth(50) },
    );
  });
});

it(`a terminal is not driven by files either (seed ${seed})`, () => {
  fc.assert(
    fc.property(hostileReview, (report) => {
      const lines = reviewText(report).split('\n');
      expect(lines.filter((line) => /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(line))).toEqual([]);
    }),
    { seed, numRuns: atDepth(100) },
  );
});

it('says of the same state that nothing changes', () => {
  const cost = {
    before: clusterReview().cost.before ?? fail(),
    after: clusterReview().cost.before ?? fail(),
  };
  const same = poolReview({ change: 'unchanged', summary: [], cost });
  const report = review([clusterReview({ change: 'unchanged', nodePools: [same], cost })]);
  expect(reviewMarkdown(report, { forge: 'github' })).toMatch(/^✅ \*\*Nothing changes: /);
  expect(reviewText(report)).toMatch(/^nothing changes: `web` compiles to the same objects\n/);
});

function fail(): never {
  throw new Error('the fixture has a cost');
}

describe('the scanner of these tests', () => {
  it.each([
    ['a mention', 'hello @admin'],
    ['an image', '![x](y)'],
    ['an open fence', '```diff\n+ x'],
    ['an open part', '<details><summary>Scenarios</summary>\n\nx'],
    ['a broken row', '| a | b |\n| :-- | :-- |\n| `x|y` | z |'],
    ['a broken row, with a backslash', '| a | b |\n| :-- | :-- |\n| `x\\\\|y` | z |'],
    ['a marker, in code too', '`<!-- poolwright -->`'],
    ['a span without an end', 'a ` b'],
    ['a reference', 'see #12'],
    ['a task', '- [ ] x'],
    ['a commit', 'at deadbeef12'],
    ['a text that runs backwards', 'a\u202eb'],
  ])('notices %s', (_what, body) => {
    expect(scanComment(body)).not.toEqual([]);
  });

  it('lets code be', () => {
    expect(scanComment('`@admin` and ``a ` b``\n\n| a | b |\n| :-- | :-- |\n| `x\\|y` | z |')).toEqual([]);
  });
});
