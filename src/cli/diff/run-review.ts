import type { Source } from '../../diagnostics/source.ts';
import type { Host } from '../host.ts';
import { progress } from '../progress.ts';
import { dealtTogether } from '../shards/dealt-together.ts';
import { partSources } from '../shards/part-sources.ts';
import { MOST_WORKERS } from '../shards/run-job.ts';
import type { Shard } from '../shards/shard.ts';
import { openSides, type Sides } from '../sides/open-sides.ts';
import type { SideUnit } from '../sides/side.ts';
import type { FinishedPair } from './pair-reviewer.ts';
import { pairUnits } from './pair-units.ts';
import type { ReviewJob } from './review-job.ts';
import { type NumberedPair, reviewPairs } from './review-of.ts';
import type { ReviewOptions } from './review-options.ts';

export interface ReviewShare {
  readonly sides: Sides;
  readonly pairs: readonly NumberedPair[];
}

export async function openShare(
  { args, flags }: ReviewJob,
  shards: readonly Shard[],
  host: Host,
): Promise<ReviewShare> {
  const { definitions = [], defaults, name, hpa } = flags;
  const sides = await openSides(args, { definitions, defaults, name, workloads: { hpa } }, host);
  const all = (await pairUnits(sides)).map((pair, index) => ({ pair, index }));
  if (shards.length === 0) return { sides, pairs: all };
  const names: (readonly string[])[] = [];
  for (const { pair } of all) names.push([...(await namesOf(pair.base)), ...(await namesOf(pair.head))]);
  const mine = dealtTogether(names, shards);
  return { sides, pairs: all.filter(({ index }) => mine.has(index)) };
}

async function namesOf(unit: SideUnit | undefined): Promise<readonly string[]> {
  return unit === undefined ? [] : (unit.possibleNames?.() ?? (await unit.names()));
}

export interface ReviewedShare {
  readonly finished: readonly FinishedPair[];
  /** Texts that head's findings point into, by file. */
  readonly texts: ReadonlyMap<string, Source>;
}

export interface RunReview {
  readonly job: ReviewJob;
  readonly share: ReviewShare;
  readonly shard?: Shard | undefined;
  readonly jobs?: number | undefined;
  readonly live: ReviewOptions['live'];
}

/** Pairs that keep a worker busy for longer than it takes to start. */
const PAIRS_PER_WORKER = 10;

/** Reviews a share, in workers if that pays. The result is the same. */
export async function runReview(run: RunReview, host: Host): Promise<ReviewedShare> {
  const { job, share, shard, live } = run;
  const finished: FinishedPair[] = [];
  const total = share.pairs.length;
  const { show, clear } = progress(host);
  const onPair = (pair: FinishedPair) => {
    finished.push(pair);
    show(`compared ${Math.min(finished.length, total)} of ${total} definitions`);
  };
  const jobs = Math.min(run.jobs ?? workersFor(total, host), total);
  try {
    if (host.workers !== undefined && jobs > 1 && mayDivide(job, share.sides) && live === undefined) {
      const { runReviewWorkers } = await import('./run-review-workers.ts');
      const orders = { job, shard, jobs, workers: host.workers };
      const texts = await runReviewWorkers(orders, onPair, host);
      if (texts !== undefined) return { finished, texts };
      finished.length = 0;
    }
    await reviewPairs(share.sides, share.pairs, {
      ...(await openReviewOptions(job, host)),
      ...(live === undefined ? {} : { live }),
      onPair,
    });
  } finally {
    clear();
  }
  return { finished, texts: headTexts(finished) };
}

export function reviewOptions({ flags: { at, replacementTime } }: ReviewJob): ReviewOptions {
  return { replacementSeconds: replacementTime, ...(at === undefined ? {} : { atMs: at }) };
}

/** With what has to be read for it. */
export async function openReviewOptions(job: ReviewJob, host: Host): Promise<ReviewOptions> {
  const { crds: names } = job.flags;
  if (names === undefined) return reviewOptions(job);
  const { admitCluster, objectsOf, openCrds } = await import('../crds/cluster-admission.ts');
  const crds = await openCrds(names, host);
  return {
    ...reviewOptions(job),
    admit: (compiled, before) =>
      admitCluster(crds, compiled, before === 'unknown' ? undefined : objectsOf(before)),
  };
}

export function headTexts(finished: readonly FinishedPair[]): ReadonlyMap<string, Source> {
  return new Map(finished.flatMap(({ head }) => (head === undefined ? [] : [...partSources(head)])));
}

/** Definitions can be read by each for itself; pipes cannot, and dumps are of one cluster. */
export function mayDivide({ args }: ReviewJob, { base, head }: Sides): boolean {
  const isPiped = args.base === '-' || args.head === '-';
  return !isPiped && [base, head].every(({ digest }) => digest !== undefined);
}

function workersFor(pairs: number, { workers }: Host): number {
  return Math.min(workers?.parallelism ?? 1, MOST_WORKERS, Math.floor(pairs / PAIRS_PER_WORKER));
}
