import { autoscalerNotes } from './autoscaler-notes.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { emitJudged } from './emit-report.ts';
import type { ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { loadDefinitions } from './load-definitions.ts';
import { outputLocation } from './output-location.ts';
import { printCompilation } from './print-compilation.ts';
import { printManifests } from './print-manifests.ts';
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
import {
  applySynthOutput,
  clustersOf,
  outcome,
  type PlannedFolder,
  planSynthOutput,
} from './synth-output.ts';
import { UsageError } from './usage-error.ts';

/** As the output folder: one stream of manifests instead of files. */
const STANDARD_OUTPUT = '-';

/** `poolwright synth`: clusters without errors are rendered, the output of the others is left alone. */
export async function synth(args: readonly string[], flags: SynthFlags, host: Host): Promise<ExitCode> {
  refuseContradictions(flags);
  const printsJson = flags.format === 'json';
  if (flags.out === STANDARD_OUTPUT && !printsJson) {
    const { inputs } = await resolveInputs(args, host.cwd);
    const { compilation } = compileDefinitions(await loadDefinitions(inputs, flags, host));
    return printManifests(compilation, flags, host);
  }
  const printsOnly = printsJson && flags.check !== true;
  const compiles = printsOnly ? 'compile' : 'render and compile';
  const { defaults, name, shard } = flags;
  const job = { task: printsJson ? compiles : 'render', args, options: { defaults, name }, shard } as const;
  const result = await runJob(job, flags, host);
  if (printsOnly) return report(result, args, flags, host);

  const location = outputLocation(flags.out, host);
  const judged = await joinParts(result.parts);
  const clean = judged.diagnostics.every(({ severity }) => severity !== 'error');
  const planned = await planSynthOutput({ result, clean, location, flags }, host);
  if (flags.check !== true) {
    await applySynthOutput(planned.plan, location);
    tell(result, planned, host);
    host.stderr.write(`${outcome(planned.plan, location)}\n`);
    host.stderr.write(autoscalerNotes(clustersOf(inOrder(result.parts)), planned.plan));
    host.stderr.write(supersededNotes(planned.plan));
  }
  const added = { index: 0, clusters: [], loose: [], added: planned.diagnostics };
  return report(withPart(result, added), args, flags, host);
}

function refuseContradictions({ out, check, tree, cluster, shard }: SynthFlags): void {
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
    host.stderr.write(`${cluster.name}: has errors, its output is left as it is\n`);
  }
  for (const { cluster, vanished, steps } of plan.clusters) {
    if (vanished === true && steps.length > 0) {
      host.stderr.write(`${cluster}: nothing defines this cluster any more, its output is removed\n`);
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
  const command = ['synth', ...check, ...definitionArguments(args, flags)];
  const shard = of === undefined ? undefined : shardReport(result, { shard: of, command, failOn });
  if (flags.format === 'json') return printCompilation({ parts: result.parts, shard }, flags, host);
  const judged = await joinParts(result.parts);
  return emitJudged({ judged, sources: result.sources, shard }, flags, host);
}
