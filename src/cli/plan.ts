import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Compilation, CompiledCluster } from '../model/compilation.ts';
import type { ClusterPlan } from '../model/plan.ts';
import type { ClusterComparison } from '../model/plan-comparison.ts';
import type { Scenario } from '../model/scenario.ts';
import { organisationFinding, planFindings } from '../plan/findings.ts';
import { parseScenario } from '../plan/parse-scenario.ts';
import { planCluster } from '../plan/plan-cluster.ts';
import { scenarioSurroundings } from '../plan/scenario-surroundings.ts';
import type { PlanReport } from '../report/plan-contract.ts';
import { planReport } from '../report/plan-report.ts';
import { clusterWorkloads, type WorkloadInput } from './cluster-workloads.ts';
import { wantsColor } from './color.ts';
import { type CompiledDefinitions, compileDefinitions } from './compile-definitions.ts';
import { emitReport } from './emit-report.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts';
import { failingFindings } from './failing.ts';
import { missingWorkloads, organisationBudget } from './feasibility.ts';
import type { Host } from './host.ts';
import { levelled } from './levelled.ts';
import { type LoadedDefinitions, loadDefinitions, type LoadOptions } from './load-definitions.ts';
import { progress } from './progress.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { UsageError } from './usage-error.ts';
import { withFindings } from './with-findings.ts';
import { namedWorkloads, settledWorkloads } from './workload-files.ts';
import { inert } from '../report/inert.ts';

export interface PlanFlags extends LoadOptions {
  readonly workloads?: readonly string[] | undefined;
  readonly nodes?: readonly string[] | undefined;
  readonly scenario?: readonly string[] | undefined;
  readonly hpa: 'max' | 'min';
  /** Sets backends against each other instead. */
  readonly compare?: boolean | undefined;
  readonly format: 'text' | 'json' | 'markdown';
  readonly failOn?: Severity | undefined;
  readonly color?: boolean | undefined;
}

/** `poolwright plan`: clusters with errors are reported and left out. */
export async function plan(args: readonly string[], flags: PlanFlags, host: Host): Promise<ExitCode> {
  const { inputs } = await resolveInputs(args, host.cwd);
  checkStandardInput(inputs, flags);
  const loaded = await loadDefinitions(inputs, flags, host);
  const definitions = compileDefinitions(loaded);
  const { compilation } = definitions;
  const sound = compilation.clusters.filter(({ failed }) => !failed);
  const given = await givenFiles(flags, compilation, host);
  if (flags.compare === true)
    return compare(sound, { given, definitions, flags, root: loaded.root, host }, loaded);
  const plans: ClusterPlan[] = [];
  const byCluster = new Map<CompiledCluster['cluster'], readonly Diagnostic[]>();
  for (const compiled of sound) {
    const planned = await planOne(compiled, { given, definitions, flags, root: loaded.root, host });
    plans.push(...planned.plans);
    byCluster.set(compiled.cluster, levelled(planned.findings, compiled.cluster));
  }
  const all = organisationFinding(plans, organisationBudget(sound));
  const judged = withFindings(compilation, { loose: all, byCluster });
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
  // Programs find everything in one place; people read of errors in the definition on the standard error.
  const also = flags.format === 'json' ? errors : [];
  const diagnostics = sortDiagnostics([...byCluster.values()].flat().concat(all, also));
  if (sound.length > 0 || flags.format === 'json') {
    await print(planReport({ clusters: plans, diagnostics }), flags, host);
  }
  await printErrors(compilation, errors, flags, host);
  return exitCodeOf(judged.diagnostics, failingFindings(judged, flags.failOn));
}

function checkStandardInput(inputs: readonly { readonly file: string }[], flags: PlanFlags): void {
  const readers = [...inputs.map(({ file }) => file), ...(flags.workloads ?? []), ...(flags.nodes ?? [])];
  if (readers.filter((file) => file === '-').length > 1) {
    throw new UsageError('the standard input can be read once: name the other input as a file');
  }
}

interface GivenFiles {
  /** Instead of what the definitions name. */
  readonly workloads: readonly string[] | undefined;
  readonly nodes: readonly string[];
}

async function givenFiles(
  { workloads, nodes = [] }: PlanFlags,
  { clusters }: Compilation,
  { cwd }: Host,
): Promise<GivenFiles> {
  if (clusters.length > 1 && (workloads !== undefined || nodes.length > 0)) {
    const flag = workloads === undefined ? '--nodes' : '-f';
    const names = clusters.map(({ cluster }) => cluster.name).join(', ');
    throw new UsageError(`\`${flag}\` is for one cluster, but there are ${clusters.length}: ${names}`);
  }
  return {
    workloads: workloads === undefined ? undefined : await namedWorkloads(workloads, cwd),
    nodes: await namedWorkloads(nodes, cwd),
  };
}

interface PlanOne {
  readonly given: GivenFiles;
  readonly definitions: CompiledDefinitions;
  readonly flags: PlanFlags;
  readonly root: string;
  readonly host: Host;
}

interface PlannedOne {
  readonly plans: readonly ClusterPlan[];
  readonly findings: readonly Diagnostic[];
}

/** One plan for each scenario, or the one of what is written. */
async function planOne(compiled: CompiledCluster, input: PlanOne): Promise<PlannedOne> {
  const { definitions, flags, host } = input;
  const { cluster } = compiled;
  const scenarios = wantedScenarios(compiled, flags.scenario);
  const shown = progress(host);
  const { workloads, diagnostics, missing } = await readOne(compiled, input);
  const provider = definitions.providerOf(cluster);
  const plans = scenarios.map((scenario) => {
    shown.show(`planning ${cluster.name}${scenario === undefined ? '' : `, scenario ${scenario.name}`}`);
    return planCluster({ compiled, provider, workloads, scenario });
  });
  shown.clear();
  return {
    plans,
    findings: [...missing, ...diagnostics, ...plans.flatMap((one) => planFindings(one, compiled))],
  };
}

async function readOne({ cluster }: CompiledCluster, { given, flags, root, host }: PlanOne) {
  progress(host).show(`reading the workloads of ${cluster.name}`);
  const files = given.workloads ?? (await settledWorkloads(cluster, root));
  const read: WorkloadInput = { files, nodes: given.nodes, options: { hpa: flags.hpa } };
  const { workloads, diagnostics } = await clusterWorkloads(read, root, host);
  return { workloads, diagnostics, missing: files.length === 0 ? missingWorkloads(cluster) : [] };
}

/** `--compare`: what other backends would make of the same. It tells, and judges only what was read, not what comes out. */
async function compare(
  sound: readonly CompiledCluster[],
  input: PlanOne,
  loaded: LoadedDefinitions,
): Promise<ExitCode> {
  const { definitions, flags, host } = input;
  const { Comparer, printComparison } = await import('./compare-plans.ts');
  const comparer = new Comparer(loaded);
  const compared: ClusterComparison[] = [];
  const byCluster = new Map<CompiledCluster['cluster'], readonly Diagnostic[]>();
  const shown = progress(host);
  for (const compiled of sound) {
    const { workloads, diagnostics, missing } = await readOne(compiled, input);
    byCluster.set(compiled.cluster, levelled([...missing, ...diagnostics], compiled.cluster));
    for (const scenario of wantedScenarios(compiled, flags.scenario)) {
      shown.show(`comparing backends for ${compiled.cluster.name}`);
      compared.push(comparer.compare(compiled, workloads, scenario));
    }
  }
  shown.clear();
  if (sound.length > 0 || flags.format === 'json') await printComparison(compared, flags, host);
  const { compilation } = definitions;
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
  const found = [...byCluster.values()].flat();
  await printErrors(compilation, sortDiagnostics([...errors, ...found]), flags, host);
  const judged = withFindings(compilation, { byCluster });
  return failingFindings(judged, flags.failOn).size > 0 ? EXIT.findings : EXIT.ok;
}

/** @throws UsageError for a scenario that is not understood */
function wantedScenarios(
  compiled: CompiledCluster,
  wanted: readonly string[] | undefined,
): readonly (Scenario | undefined)[] {
  if (wanted === undefined) return [undefined];
  const around = scenarioSurroundings(compiled);
  return wanted.flatMap((text) => {
    if (text === 'all') {
      if (around.defined.length > 0) return around.defined;
      throw new UsageError(`cluster \`${compiled.cluster.name}\` has no \`scenarios\` of its own`);
    }
    const parsed = parseScenario(text, around);
    if (!parsed.ok) throw new UsageError(`${compiled.cluster.name}: ${parsed.problem}`);
    return [parsed.scenario];
  });
}

async function print(report: PlanReport, { format, color }: PlanFlags, host: Host): Promise<void> {
  const { stdout } = host;
  if (format === 'json') {
    const { planJson } = await import('../report/plan-json.ts');
    stdout.write(planJson(report));
  } else if (format === 'markdown') {
    const { planMarkdown } = await import('../report/plan-markdown.ts');
    stdout.write(inert(planMarkdown(report)));
  } else {
    const { planText } = await import('../report/plan-text.ts');
    const columns = stdout.columns === undefined ? {} : { columns: stdout.columns };
    stdout.write(inert(planText(report, { color: wantsColor(color, host, stdout), ...columns })));
  }
}

/** Why some clusters have no plan. */
async function printErrors(
  { clusters }: Compilation,
  diagnostics: readonly Diagnostic[],
  { color }: PlanFlags,
  host: Host,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const report = { clusters: clusters.filter(({ failed }) => failed), diagnostics };
  await emitReport(report, { format: 'text', maxFindings: 0, color }, host, host.stderr);
}
