import type { Severity } from '../../diagnostics/severity.ts';
import type { Source } from '../../diagnostics/source.ts';
import { reportDiagnostic } from '../../report/check-report.ts';
import type { ReviewShard, ShardSide } from '../../report/report-shard.ts';
import { packageVersion } from '../package-info.ts';
import type { Shard } from '../shards/shard.ts';
import { textDigests } from '../shards/shard-report.ts';
import { textDigest } from '../shards/text-digest.ts';
import type { Sides } from '../sides/open-sides.ts';
import type { LoadedSide } from '../sides/side.ts';
import { shardPair } from './pair-json.ts';
import type { FinishedPair } from './pair-reviewer.ts';
import { gatheredSide } from './review-of.ts';

export interface ReviewShardInput {
  readonly shard: Shard;
  readonly command: readonly string[];
  readonly failOn: Severity | undefined;
  readonly sides: Sides;
  readonly finished: readonly FinishedPair[];
  readonly sources: ReadonlyMap<string, Source>;
  /** Texts of base that dangers point into, by file. */
  readonly baseSources: ReadonlyMap<string, Source>;
}

/** What the report of a shard says besides, so that it can be merged. */
export function reviewShard(input: ReviewShardInput): ReviewShard {
  const { shard, command, failOn, sides, finished, sources, baseSources } = input;
  const states = [sides.base, sides.head].map(({ state, digest }) => [state, digest]);
  return {
    index: shard.index,
    of: shard.of,
    run: {
      poolwrightVersion: packageVersion(),
      command,
      ...(failOn === undefined ? {} : { failOn }),
      digest: textDigest(JSON.stringify(states)),
    },
    pairs: finished.map(shardPair),
    base: shardSide(sides.base),
    head: shardSide(sides.head),
    texts: textDigests(sources),
    baseTexts: Object.fromEntries([...baseSources].map(([file, { text }]) => [file, text])),
  };
}

function shardSide(side: LoadedSide): ShardSide {
  const { owners, problems } = gatheredSide(side);
  return { owners, problems: problems.map(reportDiagnostic) };
}
