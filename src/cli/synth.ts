import { autoscalerNotes } from './autoscaler-notes.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { emitJudged } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { loadDefinitions } from './load-definitions.ts';
import { outputLocation } from './output-location.ts';
import { printCompilation } from './print-compilation.ts';
import { printManifests } from './print-manifests.ts';
import { refuseNoFolder } from './refuse-no-folder.ts';
import { refuseOtherOutput } from './refuse-other-output.ts';
import { resolveInputs } from './resolve-inputs.ts';
import type { DefinitionPart } from './shards/definition-part.ts';
import { inOrder } from './shards/in-order.ts';
import { joinParts } from './shards/join-parts.ts';
import { partSources } from './shards/part-sources.ts';
import { type JobResult, runJob } from './shards/run-job.ts';
import { shardReport } from './shards/shard-report.ts';
import { definitionArguments } from './shards/sharded-command.ts';
import type { SynthFlags } from './synth-flags.ts';
import { supersededNotes } from './superseded-notes.ts';
import { clustersOf, outcome, outputPlanner, type PlannedFolder } from './synth-output.ts';
import { UsageError } from './usage-error.ts';
import { checkSynthOutput, writeSynthOutput } from './write-synth-output.ts';
import { say } from './say.ts';

/** As the output folder: one stream of manifests instead of files. */
const STANDARD_OUTPUT = '-';

/** `poolwright synth`: clusters without errors are rendered, the output of the others is left alone. */
export async function synth(args: readonly string[], flags: SynthFlags, host: Host): Promise<ExitCode> {
  refuseContradictions(flags);
  const printsJson = flags.format === 'json';
  if (flags.out === STANDARD_OUTPUT && !printsJson) {
    const { inputs } = await resolveInputs(args, host.cwd);
    const loaded = await loadDefinitions(inputs, flags, host);
    const { compilation } = compileDefinitions(loaded, { rehearsal: flags.provider });
    return printManifests(compilation, flags, host);
  }
  const printsOnly = printsJson && flags.check !== true;
  const compiles = printsOnly ? 'compile' : 'render and compile';
  const { defaults, name, shard, provider: rehearsal } = flags;
  const task = printsJson ? compiles : 'render';
  const job = { task, args, options: { defaults, name }, shard, rehearsal } as const;
  const result = await runJob(job, flags, host);
  if (printsOnly) return report(result, args, flags, host);

  const location = outputLocation(flags, host);
  refuseNoFolder(location);
  refuseOtherOutput(location, rehearsal);
  const judged = await joinParts(result.parts);
  const clean = judged.diagnostics.every(({ severity }) => severity !== 'error');
  const planner = await outputPlanner({ result, clean, location, flags }, host);
  const act = flags.check === true ? checkSynthOutput : writeSynthOutput;
  const planned = await act(location, planner, host);
  if (flags.check !== true) {
    tell(result, planned, host);
    say(outcome(planned.plan, location), host);
    for (const line of autoscalerNotes(clustersOf(inOrder(result.parts)), planned.plan)) say(line, host);
    for (const line of supersededNotes(planned.plan)) say(line, host);
  }
  const added = { index: 0, clusters: [], loose: [], added: planned.diagnostics };
  return report(withPart(result, added), args, flags, host);
}

function refuseContradictions({ out, check, tree, cluster, shard, provider, format }: SynthFlags): void {
  if (provider !== undefined && (tree !== undefined || format === 'json')) {
    const flag = tree === undefined ? '--format json' : '--tree';
    throw new UsageError(`\`${flag}\` knows no rehearsal: leave \`--provider\` away`);
  }
  if (out === STANDARD_OUTPUT) {
    if (check === true) throw new UsageError('`--check` compares with files: name their folder with `--out`');
    if (shard !== undefined)
      throw new UsageError('`--shard` divides the output folder: name it with `--out`');
  } else if (tree !== undefined || cluster !== undefined) {
    throw new UsageError(`\`--${tree === undefined ? 'cluster' : 'tree'}\` needs \`--out -\``);
  }
}

/** What happened, besides what was found. */
function tell({ parts }: JobResult, { plan }: PlannedFolder, host: Host): void {
  for (const { report: cluster } of clustersOf(inOrder(parts)).filter(({ failed }) => failed)) {
    say(`${cluster.name}: has errors, its output is left as it is`, host);
  }
  for (const { cluster, vanished, steps } of plan.clusters) {
    if (vanished === true && steps.length > 0) {
      say(`${cluster}: nothing defines this cluster any more, its output is removed`, host);
    }
  }
}

function withPart({ parts, share, sources }: JobResult, part: DefinitionPart): JobResult {
  return { share, parts: [...parts, part], sources: new Map([...sources, ...partSources(part)]) };
}

async function report(
  result: JobResult,
  args: readonly string[],
  flags: SynthFlags,
  host: Host,
): Promise<ExitCode> {
  const { shard: of, failOn } = flags;
  const check = flags.check === true ? ['--check'] : [];
  const rehearsal = flags.provider === undefined ? [] : ['--provider', flags.provider];
  const command = ['synth', ...check, ...rehearsal, ...definitionArguments(args, flags)];
  const shard = of === undefined ? undefined : shardReport(result, { shard: of, command, failOn });
  if (flags.format === 'json') return printCompilation({ parts: result.parts, shard }, flags, host);
  const judged = await joinParts(result.parts);
  return emitJudged({ judged, sources: result.sources, shard }, flags, host);
}
