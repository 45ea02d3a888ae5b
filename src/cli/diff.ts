import { sourcesOf } from '../report/reporter.ts';
import { counted } from '../report/words.ts';
import { dangerTexts } from './diff/danger-texts.ts';
import type { DiffArguments, DiffFlags } from './diff/diff-flags.ts';
import { emitReview } from './diff/emit-review.ts';
import { pairUnits } from './diff/pair-units.ts';
import { reproduceArguments } from './diff/reproduce-arguments.ts';
import { mayDivide, openShare, reviewOptions, runReview } from './diff/run-review.ts';
import { gatheredSide, gatherReview, type ReviewResult } from './diff/review-of.ts';
import type { ReviewOptions } from './diff/review-options.ts';
import { reviewShard } from './diff/review-shard.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { repositoryRoot } from './repository.ts';
import { dumpedNodes } from './sides/live-workloads.ts';
import type { Sides } from './sides/open-sides.ts';
import { UsageError } from './usage-error.ts';
import { namedWorkloads, readWorkloadTexts } from './workload-files.ts';
import { say } from './say.ts';

/** `poolwright diff`: what going from base to head means. Head's findings and the dangers decide how it ends. */
export async function diff(args: DiffArguments, flags: DiffFlags, host: Host): Promise<ExitCode> {
  const { nodes = [], shard } = flags;
  if ([args.base, args.head, ...nodes].filter((one) => one === '-').length > 1) {
    throw new UsageError('the standard input can be read only once');
  }
  // What a pipe or a dump holds may be refused for other reasons, once it is read.
  const isOne = args.base === '-' || args.head === '-' || nodes.length > 0;
  if (shard !== undefined && isOne) throw undivided();
  const { definitions, defaults, name, hpa, at, replacementTime, crds } = flags;
  const job = {
    task: 'diff',
    args,
    flags: { definitions, defaults, name, hpa, at, replacementTime, crds },
  } as const;
  const share = await openShare(job, shard === undefined ? [] : [shard], host);
  const { sides } = share;
  if (shard !== undefined && !mayDivide(job, sides)) throw undivided();
  const live = nodes.length === 0 ? undefined : await liveNodes(nodes, sides, flags, host);
  const { finished, texts } = await runReview({ job, share, shard, jobs: flags.jobs, live }, host);
  const gathered = { base: gatheredSide(sides.base), head: gatheredSide(sides.head) };
  const result = await gatherReview(gathered, reviewOptions(job), finished);
  tellWhatIsLeftOut(sides, result, host);
  const command = reproduceArguments(args, flags, result);
  const sources = new Map([
    ...dangerTexts(result, sides.head, 'head'),
    ...texts,
    ...sourcesOf(gathered.head.problems),
  ]);
  const baseSources = dangerTexts(result, sides.base, 'base');
  const { failOn } = flags;
  const ofShard =
    shard === undefined
      ? undefined
      : reviewShard({ shard, command, failOn, sides, finished, sources, baseSources });
  return emitReview({ result, command, sources, baseSources, shard: ofShard }, flags, host);
}

function undivided(): UsageError {
  return new UsageError('`--shard` divides definitions: compare dumps, compilations and pipes as a whole');
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
function tellWhatIsLeftOut(
  { only, ...sides }: Sides,
  { clusters }: Pick<ReviewResult, 'clusters'>,
  host: Host,
): void {
  if (only === undefined) return;
  const other = sides[only === 'base' ? 'head' : 'base'];
  const names = clusters.map(({ name }) => `\`${name}\``).join(', ');
  // What an empty pipe gives must not pass for a review that found nothing.
  if (names === '') {
    throw new UsageError(`${sides[only].state.name} defines no cluster, so there is nothing to compare`);
  }
  say(
    `compared ${names}, which is what ${sides[only].state.name} has, and no other cluster of ${other.state.name}`,
    host,
  );
}
