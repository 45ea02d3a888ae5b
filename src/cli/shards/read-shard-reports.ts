import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { JSON_DEPTH_MAX, tooDeepOffset } from '../../diagnostics/json-depth.ts';
import { DUMP_LIMITS } from '../../documents/input-limits.ts';
import { type CheckReport, REPORT_API_VERSION } from '../../report/check-report.ts';
import type { CompilationJson } from '../../report/compilation-json.ts';
import type { ReportShard } from '../../report/report-shard.ts';
import { REVIEW_SHAPE } from '../comment-review-shape.ts';
import type { Shape, ShapeProblem } from '../comment-shape.ts';
import type { ShardedReview } from '../diff/merged-review.ts';
import { readSource } from '../read-source.ts';
import { ioError, UsageError } from '../usage-error.ts';
import { CHECK_REPORT_SHAPE, COMPILATION_SHAPE } from './findings-shape.ts';
import { MOST_SHARDS, type Shard } from './shard.ts';

export type ShardedFindings = (CheckReport | CompilationJson) & { readonly shard: ReportShard };

export type ShardedReport = ShardedFindings | ShardedReview;

export interface ShardReportFile {
  /** As it was named. */
  readonly file: string;
  readonly report: ShardedReport;
}

const SHAPES: ReadonlyMap<string, Pick<Shape<unknown>, 'problem'>> = new Map<
  string,
  Pick<Shape<unknown>, 'problem'>
>([
  ['CheckReport', CHECK_REPORT_SHAPE],
  ['Compilation', COMPILATION_SHAPE],
  ['Review', REVIEW_SHAPE],
]);

/** The reports that the arguments name; of a folder, every JSON file below it. @throws UsageError */
export function readShardReports(args: readonly string[], cwd: string): readonly ShardReportFile[] {
  return args.flatMap((arg) => {
    try {
      const absolute = path.resolve(cwd, arg);
      if (!statSync(absolute).isDirectory()) return [readReport(absolute, arg)];
      const files = readdirSync(absolute, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort();
      if (files.length === 0) throw new UsageError(`there are no JSON files below \`${arg}\``);
      return files.map((file) => readReport(file, path.join(arg, path.relative(absolute, file))));
    } catch (error) {
      throw ioError(error, `cannot read ${arg}`);
    }
  });
}

function readReport(absolute: string, file: string): ShardReportFile {
  const { source, problem } = readSource(absolute, file, DUMP_LIMITS.fileBytes);
  if (problem !== undefined) throw new UsageError(`${file}: ${problem.message}`);
  const report = parsed(source.text, file);
  const { apiVersion, kind, shard } = report;
  const shape = typeof kind === 'string' ? SHAPES.get(kind) : undefined;
  if (apiVersion !== REPORT_API_VERSION || shape === undefined) {
    throw new UsageError(`${file} is no report of poolwright: write it with \`--format json\``);
  }
  if (shard === undefined) {
    throw new UsageError(`${file} is the report of a whole run: only reports of \`--shard\` can be merged`);
  }
  const damage = shape.problem(report, '') ?? shardProblem(shard as Shard);
  if (damage !== undefined)
    throw new UsageError(`${file} is damaged: \`${damage.path}\` should be ${damage.expected}`);
  return { file, report: report as unknown as ShardedReport };
}

function parsed(text: string, file: string): Readonly<Record<string, unknown>> {
  if (tooDeepOffset(text) !== undefined)
    throw new UsageError(`${file} is nested more than ${JSON_DEPTH_MAX} levels deep, which no report is`);
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    // The shell makes the file before the run that fails to fill it.
    const why = text.trim() === '' ? 'is empty: its shard has printed nothing' : 'is no JSON';
    throw new UsageError(`${file} ${why}`);
  }
}

function shardProblem({ index, of }: Shard): ShapeProblem | undefined {
  if (of < 1 || of > MOST_SHARDS) return { path: 'shard.of', expected: `a number from 1 to ${MOST_SHARDS}` };
  if (index < 1 || index > of) return { path: 'shard.index', expected: `a number from 1 to ${of}` };
  return undefined;
}
