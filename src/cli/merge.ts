import path from 'node:path';
import { Source } from '../diagnostics/source.ts';
import { DUMP_LIMITS } from '../documents/input-limits.ts';
import type { CheckReport } from '../report/check-report.ts';
import type { CompilationJson } from '../report/compilation-json.ts';
import { emitJudged, type ReportFlags, type ReportFormat } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { printCompilation } from './print-compilation.ts';
import { readSource } from './read-source.ts';
import { repositoryRoot } from './repository.ts';
import type { ShardedReview } from './diff/merged-review.ts';
import { allShards, type AtLeastOne } from './shards/all-shards.ts';
import type { DefinitionPart } from './shards/definition-part.ts';
import { joinParts } from './shards/join-parts.ts';
import { revivedPart } from './shards/part-json.ts';
import { readShardReports, type ShardedFindings, type ShardReportFile } from './shards/read-shard-reports.ts';
import { ReportSources } from './shards/report-source.ts';
import { textDigest } from './shards/text-digest.ts';
import { UsageError } from './usage-error.ts';
import { say } from './say.ts';

export interface MergeFlags extends Omit<ReportFlags, 'format'> {
  readonly format: MergeFormat;
  /** Of Markdown. */
  readonly forge: 'github' | 'gitlab';
}

/** Findings have no Markdown, reviews no formats of linters. */
type MergeFormat = ReportFormat | 'markdown';

/** `poolwright merge`: the reports of all shards as the report of the run. */
export async function merge(args: readonly string[], flags: MergeFlags, host: Host): Promise<ExitCode> {
  const files = allShards(readShardReports(args, host.cwd));
  const [{ report: first }] = files;
  const failOn = flags.failOn ?? first.shard.run.failOn;
  const sources = textsOf(files, host);
  if (first.kind === 'Review') {
    const { format } = flags;
    if (format !== 'text' && format !== 'json' && format !== 'markdown')
      throw unknownFormat(format, 'a review');
    const [{ mergedReview }, { emitReview }] = await Promise.all([
      import('./diff/merged-review.ts'),
      import('./diff/emit-review.ts'),
    ]);
    // Reports of one run are of one kind.
    const reports = files.map(({ report }) => report) as unknown as AtLeastOne<ShardedReview>;
    const baseSources = new Map(
      reports.flatMap(({ shard }) =>
        Object.entries(shard.baseTexts).map(([file, text]) => [file, new Source(file, text)] as const),
      ),
    );
    const { command } = first.shard.run;
    const merged = { result: await mergedReview(reports), command, sources, baseSources };
    return emitReview(merged, { ...flags, format, failOn }, host);
  }
  const { format } = flags;
  if (format === 'markdown') throw unknownFormat(format, 'findings');
  const parts = partsOf(files.flatMap(({ report }) => (report.kind === 'Review' ? [] : [report])));
  const run = { ...flags, format, failOn };
  if (first.kind === 'Compilation' && format === 'json') return printCompilation({ parts }, run, host);
  return emitJudged({ judged: await joinParts(parts), sources }, run, host);
}

function unknownFormat(format: MergeFormat, what: string): UsageError {
  return new UsageError(`there is no format \`${format}\` for ${what}`);
}

/** In the order of the shards, as the parts of each come. */
function partsOf(reports: readonly ShardedFindings[]): readonly DefinitionPart[] {
  const places = new ReportSources();
  return reports.flatMap((report) => {
    let next = 0;
    const parts = report.shard.definitions.map((definition) => {
      const reports: CheckReport['clusters'] | CompilationJson['clusters'] = report.clusters.slice(
        next,
        next + definition.clusters.length,
      );
      next += definition.clusters.length;
      return revivedPart(definition, reports, places);
    });
    const [head, ...others] = parts;
    // Which file quotes a line makes no difference.
    if (report.kind !== 'Compilation' || head === undefined) return parts;
    return [{ ...head, sources: report.sources }, ...others];
  });
}

/** Of the files that are here and still what they were. */
function textsOf(files: readonly ShardReportFile[], host: Host): ReadonlyMap<string, Source> {
  const root = repositoryRoot(host.cwd);
  const texts = new Map<string, Source>();
  const missing = new Set<string>();
  for (const [file, digest] of files.flatMap(({ report }) => Object.entries(report.shard.texts))) {
    if (texts.has(file) || missing.has(file)) continue;
    const text = digest === NO_TEXT ? '' : textOf(path.resolve(root, file), file);
    if (text !== undefined && textDigest(text) === digest) texts.set(file, new Source(file, text));
    else missing.add(file);
  }
  if (missing.size > 0) {
    const [one = ''] = missing;
    const others = missing.size > 1 ? ` and ${missing.size - 1} more` : '';
    say(`note: without ${one}${others} as the shards read them, findings there show no code`, host);
  }
  return texts;
}

const NO_TEXT = textDigest('');

function textOf(file: string, name: string): string | undefined {
  try {
    return readSource(file, name, DUMP_LIMITS.fileBytes).source.text;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
