import { expect, it } from 'vitest';
import { commentSet } from '../../src/cli/comment-set.ts';
import { clusterReview, review } from '../report/review-fixtures.ts';

it.each([
  [['clusters/web.yaml'], 'clusters'],
  [['clusters/web.yaml', 'clusters/batch.yaml'], 'clusters'],
  [['teams/a/clusters/web.yaml', 'teams/b/clusters/web.yaml'], 'teams'],
  [['eu/web.yaml', 'us/web.yaml'], '.'],
  [['clusters/web.yaml', 'clusters-old/web.yaml'], '.'],
  [['web.yaml', 'clusters/web.yaml'], '.'],
  [['<stdin>'], '.'],
  [[], '.'],
])('%j are the set %s', (files, set) => {
  const report = review(files.map((file) => clusterReview({ file })));
  expect(commentSet(undefined, report)).toBe(set);
  expect(commentSet('mine', report)).toBe('mine');
});

it('is bounded, whatever a file claims to be called', () => {
  const report = review([clusterReview({ file: `${'long/'.repeat(1_000)}web.yaml` })]);
  expect(commentSet(undefined, report)).toHaveLength(200);
});
