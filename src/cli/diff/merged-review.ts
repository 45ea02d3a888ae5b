import type { ReviewReport } from '../../report/review-contract.ts';
import type { ReviewShard } from '../../report/report-shard.ts';
import { revived } from '../shards/part-json.ts';
import { PairReviver } from './pair-json.ts';
import type { FinishedPair } from './pair-reviewer.ts';
import { gatherReview, type ReviewResult } from './review-of.ts';

export type ShardedReview = ReviewReport & { readonly shard: ReviewShard };

/** The reviews of all shards as one; they are of one run. */
export async function mergedReview(
  reports: readonly [ShardedReview, ...ShardedReview[]],
): Promise<ReviewResult> {
  const [{ base, head, at, shard: first }] = reports;
  const reviver = new PairReviver();
  const finished = reports.flatMap((report) => pairsOf(report, reviver));
  const problems = (side: 'base' | 'head') =>
    first[side].problems.map((found) => revived(found, reviver[side]));
  return gatherReview(
    {
      base: { state: base, owners: first.base.owners, problems: problems('base') },
      head: { state: head, owners: first.head.owners, problems: problems('head') },
    },
    at === undefined ? {} : { atMs: Date.parse(at) },
    finished,
  );
}

/** The report has the clusters in their order, the pairs have them as they came. */
function pairsOf(
  { clusters, shard: { pairs } }: ShardedReview,
  reviver: PairReviver,
): readonly FinishedPair[] {
  const orders = pairs.flatMap((pair) => pair.clusters.map(({ order }) => order)).sort((a, b) => a - b);
  const byOrder = new Map(clusters.map((review, i) => [orders[i], review]));
  return pairs.map((pair) =>
    reviver.pair(
      pair,
      pair.clusters.flatMap(({ order }) => byOrder.get(order) ?? []),
    ),
  );
}
