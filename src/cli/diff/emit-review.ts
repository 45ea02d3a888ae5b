import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { ReviewShard } from '../../report/report-shard.ts';
import { wholeReview } from '../../report/review-whole.ts';
import { wantsColor } from '../color.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import { failing } from '../failing.ts';
import type { Host } from '../host.ts';
import { packageVersion } from '../package-info.ts';
import type { DiffFlags } from './diff-flags.ts';
import type { ReviewResult } from './review-of.ts';
import { inert, inertJson } from '../../report/inert.ts';

export interface EmittedReview {
  readonly result: ReviewResult;
  /** What to give to `poolwright` to see it again. */
  readonly command: readonly string[];
  /** Texts that findings point into, by file; without one there is no frame. */
  readonly sources: ReadonlyMap<string, Source>;
  /** The same of base. @default none */
  readonly baseSources?: ReadonlyMap<string, Source> | undefined;
  /** Of a run with `--shard`. */
  readonly shard?: ReviewShard | undefined;
}

/** Prints a review and says how the run ends. */
export async function emitReview(
  { result, command, sources, baseSources = new Map<string, Source>(), shard }: EmittedReview,
  { format, forge, color, failOn }: Pick<DiffFlags, 'format' | 'forge' | 'color' | 'failOn'>,
  host: Host,
): Promise<ExitCode> {
  const { stdout } = host;
  const { judged, ...parts } = result;
  const report = {
    ...wholeReview({ ...parts, poolwrightVersion: packageVersion(), arguments: command }),
    ...(shard === undefined ? {} : { shard }),
  };
  if (format === 'json') {
    stdout.write(inertJson(report));
  } else if (format === 'markdown') {
    const { reviewMarkdown } = await import('../../report/review-markdown.ts');
    stdout.write(inert(reviewMarkdown(report, { forge })));
  } else {
    const { reviewText } = await import('../../report/review-text.ts');
    const columns = stdout.columns === undefined ? {} : { columns: stdout.columns };
    stdout.write(
      inert(reviewText(report, { color: wantsColor(color, host, stdout), sources, baseSources, ...columns })),
    );
  }
  return exitCode(judged, failOn);
}

function exitCode(judged: ReviewResult['judged'], failOn: Severity | undefined): ExitCode {
  const found: Diagnostic[] = judged.flatMap(({ diagnostics }) => diagnostics);
  return exitCodeOf(found, new Set(judged.flatMap((one) => [...failing(one, failOn)])));
}
