import type { Severity } from '../../diagnostics/severity.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { ReportShard } from '../../report/report-shard.ts';
import { packageVersion } from '../package-info.ts';
import { inOrder } from './in-order.ts';
import { shardDefinition } from './part-json.ts';
import type { JobResult } from './run-job.ts';
import type { Shard } from './shard.ts';
import { textDigest, textsDigest } from './text-digest.ts';

export interface ShardOf {
  readonly shard: Shard;
  /** What all shards have in common. */
  readonly command: readonly string[];
  readonly failOn?: Severity | undefined;
}

/** What the report of a shard says besides, so that it can be merged. */
export function shardReport(
  { parts, share, sources }: JobResult,
  { shard: { index, of }, command, failOn }: ShardOf,
): ReportShard {
  return {
    index,
    of,
    run: {
      poolwrightVersion: packageVersion(),
      command,
      ...(failOn === undefined ? {} : { failOn }),
      digest: textsDigest(share.loaded.texts),
    },
    definitions: inOrder(parts).map(shardDefinition),
    texts: textDigests(sources),
  };
}

export function textDigests(sources: ReadonlyMap<string, Source>): Readonly<Record<string, string>> {
  const files = [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(files.map(([file, { text }]) => [file, textDigest(text)]));
}
