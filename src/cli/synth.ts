import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Compilation } from '../model/compilation.ts';
import type { DefinitionFate, OutputPlan } from '../render/output-plan.ts';
import { counted } from '../report/words.ts';
import { autoscalerNotes } from './autoscaler-notes.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { emitReport, type ReportFlags } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { failingFindings } from './failing.ts';
import type { Host } from './host.ts';
import { loadDefinitions, type LoadOptions, STANDARD_INPUT } from './load-definitions.ts';
import { type OutputLocation, outputLocation } from './output-location.ts';
import { packageVersion } from './package-info.ts';
import { DEFAULT_FOLDERS, type ResolvedInputs, resolveInputs } from './resolve-inputs.ts';
import { supersededNotes } from './superseded-notes.ts';
import { ioError } from './usage-error.ts';
import { withFindings } from './with-findings.ts';

export interface SynthFlags extends ReportFlags, LoadOptions {
  readonly out?: string | undefined;
  readonly check?: boolean | undefined;
  readonly overwriteEdited?: boolean | undefined;
  readonly forgetSuperseded?: boolean | undefined;
}

/** `poolwright synth`: clusters without errors are rendered, the output of the others is left alone. */
export async function synth(args: readonly string[], flags: SynthFlags, host: Host): Promise<ExitCode> {
  const resolved = await resolveInputs(args, host.cwd);
  const loaded = await loadDefinitions(resolved.inputs, flags, host);
  const { compilation } = compileDefinitions(loaded);
  if (flags.format === 'json' && flags.check !== true) return printCompilation(compilation, flags, host);

  const location = outputLocation(flags.out, host);
  const removeVanished = mayRemove(compilation, resolved, host);
  const read = new Set(loaded.files.map(({ source }) => source.file));
  const defining = new Set(compilation.clusters.map(({ cluster }) => cluster.source.file));
  const fateOf = (file: string): DefinitionFate => {
    if (read.has(file)) return defining.has(file) ? 'gone' : 'silent';
    // What came through a pipe cannot be looked for.
    return file === STANDARD_INPUT || existsSync(path.resolve(loaded.root, file)) ? 'unread' : 'gone';
  };
  const { plan, diagnostics } = await planFolder(compilation, {
    location,
    flags,
    removeVanished,
    fateOf,
  });
  const all = withFindings(compilation, { loose: diagnostics });
  if (flags.check !== true) {
    await applyPlan(plan, location);
    for (const { cluster } of compilation.clusters.filter(({ failed }) => failed)) {
      host.stderr.write(`${cluster.name}: has errors, its output is left as it is\n`);
    }
    for (const { cluster, vanished, steps } of plan.clusters) {
      if (vanished === true && steps.length > 0) {
        host.stderr.write(`${cluster}: nothing defines this cluster any more, its output is removed\n`);
      }
    }
    host.stderr.write(`${outcome(plan, location)}\n`);
    host.stderr.write(autoscalerNotes(compilation, plan));
    host.stderr.write(supersededNotes(plan));
  }
  return flags.format === 'json' ? printCompilation(all, flags, host) : emitReport(all, flags, host);
}

interface PlanOptions {
  readonly location: OutputLocation;
  readonly flags: SynthFlags;
  readonly removeVanished: boolean;
  readonly fateOf: (source: string) => DefinitionFate;
}

interface PlannedFolder {
  readonly plan: OutputPlan;
  readonly diagnostics: readonly Diagnostic[];
}

async function planFolder(compilation: Compilation, options: PlanOptions): Promise<PlannedFolder> {
  // cdk8s is most of the start-up time: only runs that render load it.
  const [{ renderCluster }, { planOutput }, { staleOutput }, { readOutputFolder }] = await Promise.all([
    import('../render/render-cluster.ts'),
    import('../render/plan-output.ts'),
    import('../render/output-findings.ts'),
    import('./output-folder.ts'),
  ]);
  const { location, flags, removeVanished, fateOf } = options;
  const failed = compilation.clusters.filter((one) => one.failed).map(({ cluster }) => cluster.name);
  const rendered = compilation.clusters
    .filter(({ cluster }) => !failed.includes(cluster.name))
    .map((compiled) => ({ name: compiled.cluster.name, files: renderCluster(compiled) }));
  const plan = planOutput({
    folder: location.name,
    rendered,
    failed,
    found: reading(location, () =>
      readOutputFolder(location.folder, removeVanished ? undefined : rendered.map(({ name }) => name)),
    ),
    removeVanished,
    fateOf,
    overwriteEdited: flags.overwriteEdited === true,
    forgetSuperseded: flags.forgetSuperseded === true,
  });
  const stale = flags.check === true ? staleOutput(plan, location.name) : [];
  return { plan, diagnostics: [...plan.diagnostics, ...stale] };
}

function reading<T>({ name }: OutputLocation, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw ioError(error, `cannot read ${name}`);
  }
}

/**
 * Output of a cluster that no definition mentions any more goes only if all definitions were looked at and could be
 * read: the folder `clusters/` as a whole, without an error.
 */
function mayRemove({ diagnostics }: Compilation, { folders }: ResolvedInputs, host: Host): boolean {
  const whole = DEFAULT_FOLDERS.some((name) => folders.includes(path.join(host.cwd, name)));
  const broken = diagnostics.some(({ severity }) => severity === 'error');
  return whole && !broken;
}

async function applyPlan(plan: OutputPlan, location: OutputLocation): Promise<void> {
  const { applyOutputPlan } = await import('./output-folder.ts');
  try {
    applyOutputPlan(location.folder, plan);
  } catch (error) {
    throw ioError(error, `cannot write ${location.name}`);
  }
}

/** `dist: 12 files written, 1 removed, 30 unchanged`. */
function outcome({ clusters }: OutputPlan, { name }: OutputLocation): string {
  const steps = clusters.flatMap((cluster) => (cluster.steps.length === 0 ? [] : cluster.changes));
  const removed = steps.filter(({ change }) => change === 'left over').length;
  const unchanged = clusters.reduce((sum, cluster) => sum + cluster.unchanged, 0);
  const written = counted(steps.length - removed, 'file');
  return `${name}: ${written} written, ${removed} removed, ${unchanged} unchanged`;
}

async function printCompilation(compilation: Compilation, flags: SynthFlags, host: Host): Promise<ExitCode> {
  const { compilationJson } = await import('../report/compilation-json.ts');
  const json = compilationJson(compilation, { version: packageVersion() });
  host.stdout.write(`${JSON.stringify(json, null, 2)}\n`);
  return failingFindings(compilation, flags.failOn).size > 0 ? EXIT.findings : EXIT.ok;
}
