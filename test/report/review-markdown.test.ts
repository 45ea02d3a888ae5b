import { describe, expect, it } from 'vitest';
import type { ReviewReport, ReviewReportCluster } from '../../src/report/review-contract.ts';
import { inertCell, inertCode, inertFence, inertText, visible } from '../../src/report/review-inert.ts';
import { reviewMarkdown } from '../../src/report/review-markdown.ts';
import { clusterReview, danger, place, poolReview, review } from './review-fixtures.ts';
import { scanComment } from './review-markdown-scan.ts';

function comment(report: ReviewReport, maxCharacters?: number): string {
  return reviewMarkdown(report, {
    forge: 'github',
    ...(maxCharacters === undefined ? {} : { maxCharacters }),
  });
}

describe('text of others', () => {
  it.each([
    [
      'pool `default` loses zone eu-west-1c; 14 types fewer',
      'pool `default` loses zone eu-west-1c; 14 types fewer',
    ],
    ['0.096 → 0.077 $/h (25%), since 2026-07-20', '0.096 → 0.077 $/h (25%), since 2026-07-20'],
    ['ask @admin about #12, please', 'ask `@admin` about `#12`, please'],
    ['(see https://e.example/x).', '(see `https://e.example/x`).'],
    ['fixed in deadbeef1 and GH-7', 'fixed in `deadbeef1` and `GH-7`'],
    ['a|b <img> ![x](y)', '`a|b` `<img>` `![x](y`)'],
    ['a ` b', 'a `` ` `` b'],
    ['1. one', '`1`. one'],
    ['- [ ] task', '`-` `[` `]` task'],
    ['two\nlines', 'two lines'],
    ['/merge', '`/merge`'],
    ['12', '`12`'],
    ['', ''],
  ])('%j', (text, written) => {
    expect(inertText(text)).toBe(written);
  });

  it('is code with a fence of its own length', () => {
    expect(inertCode('a``b')).toBe('```a``b```');
    expect(inertCode('`a`')).toBe('`` `a` ``');
    expect(inertCode('')).toBe('`""`');
    expect(inertFence('+```\n+x\n', 'diff')).toBe('````diff\n+```\n+x\n````');
  });

  it('cannot end a cell', () => {
    expect(inertCell('`a|b`')).toBe('`a\\|b`');
    expect(inertCell('`a\\|b`')).toBe('`a\\¦b`');
  });

  it('is seen, whatever it is', () => {
    expect(visible('a\u202eb\u200bc\ud800<!-- x')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨U+D800⟩‹!-- x');
  });
});

describe('a comment that gets too long', () => {
  const clusters = Array.from({ length: 60 }, (_, i): ReviewReportCluster => {
    const cause = {
      kind: 'EC2NodeClass',
      path: '/spec/tags/team',
      message: `\`spec.tags.team\` is \`a${i}\` and becomes \`b${i}\``,
      scope: 'all' as const,
      reason: 'NodeClassDrift',
      source: place(`clusters/c${i}.yaml`, 9),
    };
    return clusterReview({
      name: `c${i}`,
      nodePools: [
        poolReview({
          summary: [`limit cpu ${i} → ${i + 1}`],
          rotation: { scope: 'all', causes: [cause], undecided: [] },
          dangers: i === 0 ? [danger()] : [],
        }),
      ],
      objects: [{ key: 'NodePool/default', change: 'changed', diff: `-a: ${i}\n+a: ${i + 1}\n` }],
    });
  });
  const report = review(clusters);
  const parts = (body: string) => ({
    objects: body.match(/^```diff$/gm)?.length ?? 0,
    details: body.match(/^ {2}- .*NodeClassDrift/gm)?.length ?? 0,
    rows: body.match(/^\| `default`/gm)?.length ?? 0,
    dangers: body.includes('PW9601'),
    verdict: body.startsWith('⚠️ **60 pools of 60 clusters change.**'),
    command: body.includes('npx poolwright diff git:main'),
  });

  it('is whole where there is room', () => {
    const body = comment(report);
    expect(parts(body)).toEqual({
      objects: 60,
      details: 60,
      rows: 60,
      dangers: true,
      verdict: true,
      command: true,
    });
    expect(body).not.toContain('Cut to');
  });

  it('loses the manifest diff first, then details, then rows, and says so', () => {
    const sizes = Array.from({ length: 40 }, (_, i) => 4_000 + i * 1_000);
    const shown = sizes.map((size) => ({ size, body: comment(report, size) }));
    for (const { size, body } of shown) {
      expect(scanComment(body)).toEqual([]);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(size);
      const { objects, details, rows, ...always } = parts(body);
      expect(always).toEqual({ dangers: true, verdict: true, command: true });
      if (details < 60) expect(objects).toBe(0);
      if (rows < 60) expect(details).toBe(0);
      if (objects < 60)
        expect(body).toMatch(
          /_Cut to [\d,]+ characters; left out: .*\. With `--format json`, the command below shows all of it\._/,
        );
    }
    expect(new Set(shown.map(({ body }) => parts(body).rows)).size).toBeGreaterThan(2);
    expect(new Set(shown.map(({ body }) => parts(body).details)).size).toBeGreaterThan(2);
    expect(new Set(shown.map(({ body }) => parts(body).objects)).size).toBeGreaterThan(2);
  });

  it('of 1,000 clusters with 10 pools each fits, and does not take long', () => {
    const many = Array.from({ length: 1_000 }, (_, c) =>
      clusterReview({
        name: `c${c}`,
        nodePools: Array.from({ length: 10 }, (_, p) =>
          poolReview({ name: `p${p}`, summary: [`limit cpu ${c}`] }),
        ),
      }),
    );
    const started = performance.now();
    const body = comment(review(many));
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_536);
    expect(scanComment(body)).toEqual([]);
  });
});

describe('clusters to which the same happens', () => {
  it('have one table with what they come to together', () => {
    const rotation = {
      scope: 'all' as const,
      causes: [],
      undecided: [],
      nodes: { count: 4, of: 4, basis: 'plan' as const },
    };
    const same = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      clusterReview({ name, nodePools: [poolReview({ rotation, dangers: [danger()] })] }),
    );
    const body = comment(review([...same, clusterReview({ name: 'x', change: 'unchanged', nodePools: [] })]));
    expect(body).toContain(
      '#### `a`, `b`, `c` and 2 more clusters\n\n5 clusters, together · 3,060 → 3,720 $/month',
    );
    expect(body).toContain('| `default` | all&nbsp;20 | 3,060&nbsp;→&nbsp;3,720 | loses zone');
    expect(body.match(/PW9601/g)).toHaveLength(1);
    expect(body).toContain('Unchanged: `x`');
  });

  it('are told apart by what they lose', () => {
    const lost = clusterReview({
      nodePools: [poolReview({ summary: ['loses zone eu-west-1a'] })],
      name: 'other',
    });
    expect(comment(review([clusterReview(), lost]))).toMatch(/#### `web`[^]*#### `other`/);
  });
});
