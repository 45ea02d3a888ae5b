import type { CompiledCluster } from '../model/compilation.ts';
import type { Scenario } from '../model/scenario.ts';
import { parseScenario } from '../plan/parse-scenario.ts';
import { explainerOf } from '../plan/explainer-of.ts';
import type { FoundPod } from '../plan/find-pod.ts';
import type { PlanPod } from '../plan/plan-pod.ts';
import type { PodExplainer } from '../plan/pod-explainer.ts';
import { scenarioSurroundings } from '../plan/scenario-surroundings.ts';
import { summarise } from '../report/check-report.ts';
import { explainPodText } from '../report/explain-pod-text.ts';
import { explainUnschedulableText } from '../report/explain-unschedulable-text.ts';
import { podExplanationReport, unschedulableReport } from '../report/pod-explanation.ts';
import { counted } from '../report/words.ts';
import { clusterWorkloads } from './cluster-workloads.ts';
import { wantsColor } from './color.ts';
import { compileDefinitions } from './compile-definitions.ts';
import { emitReport } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { findCluster, inputsFor, suggestion } from './find-cluster.ts';
import type { Host } from './host.ts';
import { loadDefinitions, type LoadOptions } from './load-definitions.ts';
import { progress } from './progress.ts';
import { UsageError } from './usage-error.ts';
import { namedWorkloads, settledWorkloads } from './workload-files.ts';
import { inert, inertJson } from '../report/inert.ts';

export interface ExplainPodsFlags extends LoadOptions {
  readonly workloads?: readonly string[] | undefined;
  readonly nodes?: readonly string[] | undefined;
  readonly scenario?: string | undefined;
  readonly hpa: 'max' | 'min';
  readonly format: 'text' | 'json';
  readonly color?: boolean | undefined;
}

export interface ExplainPodsRun {
  readonly cluster: string;
  readonly definitions: readonly string[];
  readonly flags: ExplainPodsFlags;
  readonly host: Host;
}

/** `poolwright explain pod <cluster> <namespace/name>`. */
export async function explainPodCommand(name: string, run: ExplainPodsRun): Promise<ExitCode> {
  if (!/^[^/]+\/[^/]+$/.test(name))
    throw new UsageError(`\`${name}\` is not a pod: write <namespace>/<name>`);
  const { flags, host } = run;
  return withExplainer(run, (explainer, shown, cluster) => {
    const pod = pendingPod(name, explainer.find(name), cluster);
    shown(`explaining ${name}`);
    const report = podExplanationReport(explainer.explainPod(pod));
    host.stdout.write(
      flags.format === 'json' ? inertJson(report) : inert(explainPodText(report, textOptions(run))),
    );
    return EXIT.ok;
  });
}

/** `poolwright explain unschedulable <cluster>`. */
export async function explainUnschedulableCommand(run: ExplainPodsRun): Promise<ExitCode> {
  const { flags, host } = run;
  return withExplainer(run, (explainer, shown) => {
    shown('looking for what would help');
    const report = unschedulableReport(explainer.explainUnschedulable());
    host.stdout.write(
      flags.format === 'json'
        ? inertJson(report)
        : inert(explainUnschedulableText(report, { ...textOptions(run), repeated: repeatedArguments(run) })),
    );
    return report.unschedulable > 0 ? EXIT.fit : EXIT.ok;
  });
}

async function withExplainer(
  run: ExplainPodsRun,
  explain: (explainer: PodExplainer, shown: (text: string) => void, cluster: string) => ExitCode,
): Promise<ExitCode> {
  const { cluster: name, definitions, flags, host } = run;
  const given = await inputsFor(name, definitions, host);
  const { inputs } = given;
  const readers = [...inputs.map(({ file }) => file), ...(flags.workloads ?? []), ...(flags.nodes ?? [])];
  if (readers.filter((file) => file === '-').length > 1) {
    throw new UsageError('the standard input can be read once: name the other input as a file');
  }
  const loaded = await loadDefinitions(inputs, flags, host);
  const { compilation, providerOf } = compileDefinitions(loaded);
  const compiled = findCluster(name, compilation, definitions.length === 0 ? given : undefined);
  if (compiled === undefined || compiled.failed) {
    // It cannot be planned: say what is wrong with it instead.
    const clusters = compiled === undefined ? compilation.clusters : [compiled];
    const diagnostics = compilation.diagnostics.filter(({ severity }) => severity === 'error');
    const options = { format: 'text', maxFindings: 0, color: flags.color } as const;
    return emitReport({ clusters, diagnostics }, options, host, host.stderr);
  }
  const bar = progress(host);
  const clusterName = compiled.cluster.name;
  bar.show(`reading the workloads of ${clusterName}`);
  const workloads = await workloadsOf(compiled, run, loaded.root);
  const scenario = scenarioOf(compiled, flags.scenario);
  bar.show(`planning ${clusterName}`);
  const provider = providerOf(compiled.cluster);
  try {
    return explain(explainerOf({ compiled, provider, workloads, scenario }), bar.show, clusterName);
  } finally {
    bar.clear();
  }
}

async function workloadsOf({ cluster }: CompiledCluster, { flags, host }: ExplainPodsRun, root: string) {
  const { cwd, stderr } = host;
  const { workloads: given, nodes = [], hpa } = flags;
  const files =
    given === undefined ? await settledWorkloads(cluster, root) : await namedWorkloads(given, cwd);
  const read = { files, nodes: await namedWorkloads(nodes, cwd), options: { hpa } };
  const { workloads, diagnostics } = await clusterWorkloads(read, root, host);
  const { errors } = summarise(diagnostics);
  if (errors > 0) {
    stderr.write(`poolwright: the workloads have ${counted(errors, 'error')}; see \`poolwright plan\`\n`);
  }
  return workloads;
}

/** @throws UsageError for a scenario that is not understood */
function scenarioOf(compiled: CompiledCluster, text: string | undefined): Scenario | undefined {
  if (text === undefined) return undefined;
  const parsed = parseScenario(text, scenarioSurroundings(compiled));
  if (!parsed.ok) throw new UsageError(`${compiled.cluster.name}: ${parsed.problem}`);
  return parsed.scenario;
}

/** @throws UsageError if there is no such pod to place */
function pendingPod(name: string, found: FoundPod, cluster: string): PlanPod {
  switch (found.found) {
    case 'pending':
      return found.pod;
    case 'bound':
      throw new UsageError(`pod \`${name}\` runs on node ${found.node} already, so there is nothing to plan`);
    case 'owner': {
      const [first = '', ...more] = found.pods;
      const others = more.length === 0 ? '' : ` and ${more.length} more`;
      throw new UsageError(`\`${name}\` is a ${found.kind}; name one of its pods: \`${first}\`${others}`);
    }
    case 'daemon-set':
      throw new UsageError(
        `\`${name}\` is a DaemonSet: its pods go to every node it is meant for and count there, so none of them has to be placed`,
      );
    case 'nothing': {
      // A list of thousands helps nobody.
      const names = found.names.length > MOST_NAMED ? found.names : found.names.slice(0, MOST_NAMED);
      const near = suggestion(name, names);
      const hint = names.length > MOST_NAMED && near.startsWith('; there is') ? '' : near;
      throw new UsageError(`cluster \`${cluster}\` has no pod \`${name}\` to place${hint}`);
    }
  }
}

const MOST_NAMED = 12;

/** What another command needs to see the same pods. */
function repeatedArguments({ definitions, flags }: ExplainPodsRun): readonly string[] {
  const { workloads = [], nodes = [], scenario, hpa, defaults, name } = flags;
  return [
    ...definitions,
    ...workloads.flatMap((file) => ['-f', file]),
    ...nodes.flatMap((file) => ['--nodes', file]),
    ...(scenario === undefined ? [] : ['--scenario', scenario]),
    ...(hpa === 'min' ? ['--hpa', hpa] : []),
    ...(defaults === undefined ? [] : ['--defaults', defaults]),
    ...(name === undefined ? [] : ['--name', name]),
  ];
}

function textOptions({ flags, host }: ExplainPodsRun) {
  const { columns } = host.stdout;
  return {
    color: wantsColor(flags.color, host, host.stdout),
    ...(columns === undefined ? {} : { columns }),
  };
}
