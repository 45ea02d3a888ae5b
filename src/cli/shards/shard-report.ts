import { createHash } from 'node:crypto';
import type { Severity } from '../../diagnostics/severity.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { ReportShard } from '../../report/report-shard.ts';
import { packageVersion } from '../package-info.ts';
import { inOrder } from './in-order.ts';
import { shardDefinition } from './part-json.ts';
import type { JobResult } from './run-job.ts';
import type { Shard } from './shard.ts';

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
      digest: digestOf(share),
    },
    definitions: inOrder(parts).map(shardDefinition),
    texts: Object.fromEntries(
      [...sources]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([file, { text }]) => [file, textDigest(text)]),
    ),
  };
}

/** Names and texts of everything that was read, in order of name. */
function digestOf({ loaded: { texts } }: JobResult['share']): string {
  const hash = createHash('sha256');
  const all = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [file, { source }] of all) hash.update(JSON.stringify([file, source.text]));
  return `sha256:${hash.digest('hex')}`;
}

export function textDigest(text: Source['text']): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
