import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ReviewReport } from '../../../src/report/review-contract.ts';
import { utf8Length } from '../../../src/report/review-fit.ts';
import { COMMENT_LIMITS, reviewMarkdown } from '../../../src/report/review-markdown.ts';
import { scanComment } from '../../report/review-markdown-scan.ts';
import { reviewCase } from './review-case.ts';

const FOLDER = 'test/golden/reviews';
const CASES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
/** The others would be the same. */
const ON_GITLAB = new Set(['zone-dropped', 'shared-default', 'broken']);

it.each(CASES)('%s', async (name) => {
  const folder = path.resolve(FOLDER, name);
  const { arguments: words, report, run } = await reviewCase(folder);

  const comment = reviewMarkdown(released(report), { forge: 'github' });
  expect(utf8Length(comment)).toBeLessThan(COMMENT_LIMITS.github);
  expect(scanComment(comment)).toEqual([]);
  await expect(comment).toMatchFileSnapshot(path.join(folder, 'comment.md'));
  if (ON_GITLAB.has(name)) {
    const note = reviewMarkdown(released(report), { forge: 'gitlab' });
    expect(scanComment(note)).toEqual([]);
    await expect(note).toMatchFileSnapshot(path.join(folder, 'comment.gitlab.md'));
  }

  const { stdout, code } = await run('text');
  const terminal = `$ poolwright ${words.join(' ')}\n${stdout}$ echo $?\n${code}\n`;
  await expect(terminal).toMatchFileSnapshot(path.join(folder, 'terminal.txt'));
});

it('prints the comment itself', async () => {
  const { report, run } = await reviewCase(path.resolve(FOLDER, 'tag-edit'));
  expect((await run('markdown')).stdout).toBe(reviewMarkdown(report, { forge: 'github' }));
  const gitlab = await run('markdown', ['--forge', 'gitlab']);
  expect(gitlab.stdout).toBe(reviewMarkdown(report, { forge: 'gitlab' }));
});

/** Golden comments do not change with the version. */
function released(report: ReviewReport): ReviewReport {
  return { ...report, poolwrightVersion: '1.0.0' };
}
