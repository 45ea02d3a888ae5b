import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import { writeYaml } from '../documents/write-yaml.ts';
import type { Review } from '../model/review.ts';
import { sourcesOf } from '../report/reporter.ts';
import { reviewReport } from '../report/review-report.ts';
import { counted } from '../report/words.ts';
import { wantsColor } from './color.ts';
import { reproduceArguments } from './diff/reproduce-arguments.ts';
import { pairUnits } from './diff/pair-units.ts';
import { type ReviewResult, reviewOf } from './diff/review-of.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { failing } from './failing.ts';
import type { DiffArguments, DiffFlags } from './diff/diff-flags.ts';
import type { ReviewOptions } from './diff/review-options.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-info.ts';
import { repositoryRoot } from './repository.ts';
import { openSides, type Sides } from './sides/open-sides.ts';
import { dumpedNodes } from './sides/live-workloads.ts';
import { UsageError } from './usage-error.ts';
import { namedWorkloads, readWorkloadTexts } from './workload-files.ts';

/** `poolwright diff`: what going from base to head means. Head's findings and the dangers decide how it ends. */
export async function diff(args: DiffArguments, flags: DiffFlags, host: Host): Promise<ExitCode> {
  const { definitions = [], nodes = [], defaults, name, hpa, at, replacementTime } = flags;
  if ([args.base, args.head, ...nodes].filter((one) => one === '-').length > 1) {
    throw new UsageError('the standard input can be read only once');
  }
  const sides = await openSides(args, { definitions, defaults, name, workloads: { hpa } }, host);
  const live = nodes.length === 0 ? undefined : await liveNodes(nodes, sides, flags, host);
  const options: ReviewOptions = {
    replacementSeconds: replacementTime,
    ...(at === undefined ? {} : { atMs: at }),
    ...(live === undefined ? {} : { live }),
  };
  const result = await reviewOf(sides, options, host);
  tellWhatIsLeftOut(sides, result.review, host);
  await print(result, reproduceArguments(args, flags, result.review), flags, host);
  return exitCode(result, flags.failOn);
}

async function liveNodes(
  names: readonly string[],
  sides: Sides,
  { hpa }: DiffFlags,
  host: Host,
): Promise<ReviewOptions['live']> {
  const pairs = await pairUnits(sides);
  if (pairs.length > 1) {
    throw new UsageError(
      `\`--nodes\` is for one cluster, but there are ${counted(pairs.length, 'definition')}: choose one with \`--definitions\``,
    );
  }
  const files = await namedWorkloads(names, host.cwd);
  const { sources, problems } = await readWorkloadTexts(files, repositoryRoot(host.cwd), host);
  const dumped = await dumpedNodes(sources, { hpa });
  if (dumped === undefined && problems.length === 0) {
    throw new UsageError(
      `there are no nodes in ${names.map((one) => `\`${one}\``).join(', ')}: give what \`kubectl get nodes,nodeclaims -o json\` prints`,
    );
  }
  return {
    nodes: dumped?.live ?? { nodes: [], nodeClaims: [] },
    diagnostics: [...problems, ...(dumped?.diagnostics ?? [])],
  };
}

/** What is not compared looks like what has not changed. */
function tellWhatIsLeftOut({ only, ...sides }: Sides, { clusters }: Review, host: Host): void {
  if (only === undefined) return;
  const other = sides[only === 'base' ? 'head' : 'base'];
  const names = clusters.map(({ name }) => `\`${name}\``).join(', ');
  host.stderr.write(
    `compared ${names === '' ? 'nothing' : names}, which is what ${sides[only].state.name} has, and no other cluster of ${other.state.name}\n`,
  );
}

async function print(
  { review, judged }: ReviewResult,
  reproduce: readonly string[],
  { format, forge, color }: DiffFlags,
  host: Host,
): Promise<void> {
  const { stdout } = host;
  const report = reviewReport(review, {
    poolwrightVersion: packageVersion(),
    arguments: reproduce,
    yaml: (value) => writeYaml(value),
  });
  if (format === 'json') {
    stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else if (format === 'markdown') {
    const { reviewMarkdown } = await import('../report/review-markdown.ts');
    stdout.write(reviewMarkdown(report, { forge }));
  } else {
    const { reviewText } = await import('../report/review-text.ts');
    const columns = stdout.columns === undefined ? {} : { columns: stdout.columns };
    const sources = sourcesOf(judged.flatMap(({ diagnostics }) => diagnostics));
    stdout.write(reviewText(report, { color: wantsColor(color, host, stdout), sources, ...columns }));
  }
}

function exitCode({ judged }: ReviewResult, failOn: Severity | undefined): ExitCode {
  const found: Diagnostic[] = judged.flatMap(({ diagnostics }) => diagnostics);
  return exitCodeOf(found, new Set(judged.flatMap((one) => [...failing(one, failOn)])));
}
