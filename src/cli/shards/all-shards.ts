import type { ShardedRun } from '../../report/report-shard.ts';
import { UsageError } from '../usage-error.ts';
import type { ShardReportFile } from './read-shard-reports.ts';

export type AtLeastOne<T> = readonly [T, ...T[]];

/** The shards of one run in order, each once. @throws UsageError if they are anything else */
export function allShards(files: readonly ShardReportFile[]): AtLeastOne<ShardReportFile> {
  const [first, ...others] = files;
  if (first === undefined) throw new UsageError('there is no report to merge');
  for (const other of others) {
    const difference = differenceOf(first.report, other.report);
    if (difference !== undefined) {
      throw new UsageError(`${first.file} and ${other.file} are not of one run: ${difference}`);
    }
  }
  const { of } = first.report.shard;
  const byIndex = new Map<number, ShardReportFile>();
  for (const one of files) {
    const { index } = one.report.shard;
    const twin = byIndex.get(index);
    if (twin !== undefined)
      throw new UsageError(`${twin.file} and ${one.file} are both shard ${index}/${of}`);
    byIndex.set(index, one);
  }
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0) {
    const named = missing.map((index) => `${index}/${of}`);
    throw new UsageError(`the report of shard ${named.join(', ')} is missing`);
  }
  return [...byIndex.values()].sort((a, b) => a.report.shard.index - b.report.shard.index) as [
    ShardReportFile,
    ...ShardReportFile[],
  ];
}

/** Why two reports do not belong together. */
function differenceOf(a: ShardReportFile['report'], b: ShardReportFile['report']): string | undefined {
  if (a.kind !== b.kind) return `one is a ${a.kind}, the other a ${b.kind}`;
  if (a.shard.of !== b.shard.of) return `one is of ${a.shard.of} shards, the other of ${b.shard.of}`;
  const [one, other] = [a.shard.run, b.shard.run];
  if (one.poolwrightVersion !== other.poolwrightVersion) {
    return `poolwright ${one.poolwrightVersion} and ${other.poolwrightVersion}`;
  }
  if (typed(one) !== typed(other)) return `\`${typed(one)}\` and \`${typed(other)}\``;
  return one.digest === other.digest
    ? undefined
    : 'the definitions were not the same files with the same texts';
}

function typed({ command, failOn }: ShardedRun): string {
  return ['poolwright', ...command, ...(failOn === undefined ? [] : ['--fail-on', failOn])].join(' ');
}
