import type { Source } from '../../diagnostics/source.ts';
import type { Host, Workers } from '../host.ts';
import type { Shard } from '../shards/shard.ts';
import { spread } from '../shards/spread.ts';
import type { SentPair } from '../shards/worker-messages.ts';
import { PairReviver } from './pair-json.ts';
import type { FinishedPair } from './pair-reviewer.ts';
import type { ReviewJob } from './review-job.ts';

export interface ReviewWorkers {
  readonly job: ReviewJob;
  readonly shard: Shard | undefined;
  readonly jobs: number;
  readonly workers: Workers;
}

/** Reviews in workers. Gives the texts that head's findings point into, by file; undefined if memory is short. */
export async function runReviewWorkers(
  orders: ReviewWorkers,
  onPair: (finished: FinishedPair) => void,
  host: Host,
): Promise<ReadonlyMap<string, Source> | undefined> {
  const reviver = new PairReviver();
  const onSent = ({ pair, reviews }: SentPair) => onPair(reviver.pair(pair, reviews));
  return spread({ ...orders, onSent }, host);
}
