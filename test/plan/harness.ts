import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import type { BackendName } from '../../src/model/backend-name.ts';
import type { CompiledCluster } from '../../src/model/compilation.ts';
import type { ClusterPlan } from '../../src/model/plan.ts';
import { planFindings } from '../../src/plan/findings.ts';
import type { PlanClusterInput } from '../../src/plan/packed-cluster.ts';
import { parseScenario } from '../../src/plan/parse-scenario.ts';
import { planCluster } from '../../src/plan/plan-cluster.ts';
import { scenarioSurroundings } from '../../src/plan/scenario-surroundings.ts';
import type { PlanReportCluster } from '../../src/report/plan-contract.ts';
import { planReport } from '../../src/report/plan-report.ts';
import { planText } from '../../src/report/plan-text.ts';

const provider = builtInProvider();

export interface PlanCase {
  /** The `node_pools` of the definition, indented as if they stood at the top. */
  readonly pools: string;
  /** Further keys of the `poolwright` block, likewise. */
  readonly settings?: string;
  readonly manifests?: string;
  /** A dump of a live cluster. */
  readonly live?: string;
  readonly scenario?: string;
  /** The backend of pools that name none. @default karpenter */
  readonly backend?: BackendName;
}

export interface Planned {
  readonly compiled: CompiledCluster;
  readonly plan: ClusterPlan;
}

/** Definition and manifests as texts, through every stage. */
export function planned(input: PlanCase): Planned {
  const given = planInput(input);
  return { compiled: given.compiled, plan: planCluster(given) };
}

export function planInput(input: PlanCase): PlanClusterInput {
  const { manifests = '', live, scenario } = input;
  const compiled = compiledCase(input);
  const read = readWorkloads({
    sources: [new Source('workloads.yaml', manifests)],
    liveSources: live === undefined ? [] : [new Source('live.yaml', live)],
  });
  const faulty = read.diagnostics.filter(({ severity }) => severity === 'error');
  if (faulty.length > 0) throw new Error(faulty.map(({ message }) => message).join('\n'));
  const parsed = scenario === undefined ? undefined : parseScenario(scenario, scenarioSurroundings(compiled));
  if (parsed?.ok === false) throw new Error(parsed.problem);
  return { compiled, provider, workloads: read.workloads, scenario: parsed?.scenario };
}

export function compiledCase({ pools, settings = '', backend }: PlanCase): CompiledCluster {
  const base = backend === undefined ? SETTINGS : `backend: ${backend}\n${MACHINE_SETTINGS}`;
  const text = `poolwright:\n${indented(base + settings, 2)}node_pools:\n${indented(pools, 2)}`;
  const source = new Source('clusters/web.yaml', text);
  const { clusters, diagnostics } = compile({
    files: [{ source, origin: 'argument' }],
    provider: () => provider,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [compiled] = clusters;
  if (compiled === undefined || errors.length > 0)
    throw new Error(errors.map(({ message }) => message).join('\n'));
  return compiled;
}

/** What people see, without the notes on prices. */
export function shown(input: PlanCase): string {
  const { plan, compiled } = planned(input);
  const text = planText(planReport({ clusters: [plan], diagnostics: planFindings(plan, compiled) }));
  return text.replaceAll(/^(prices in USD|proxy:|assumed:|every type is assumed).*\n/gm, '').trimEnd();
}

/** What programs see. */
export function reported(input: PlanCase): PlanReportCluster {
  const [cluster] = planReport({ clusters: [planned(input).plan], diagnostics: [] }).clusters;
  if (cluster === undefined) throw new Error('one cluster is planned');
  return cluster;
}

/** `code line: message` of the findings. */
export function findings(input: PlanCase): string[] {
  const { plan, compiled } = planned(input);
  return planFindings(plan, compiled).map(
    ({ code, span, message }) =>
      `${code} ${span.source.file}:${span.source.positionAt(span.start).line} ${message}`,
  );
}

/** A Deployment of pods with one container, whose devices are limited to what it requests. */
export function deployment(name: string, replicas: number, requests: string, spec = ''): string {
  const devices = /[a-z.]+\/[a-z]+: \d+/.exec(requests)?.[0];
  return `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
        - name: main
          resources:
            requests: {${requests}}
${devices === undefined ? '' : `            limits: {${devices}}\n`}${indented(spec, 6)}`;
}

export function daemonSet(name: string, requests: string, spec = ''): string {
  return `---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ${name}, namespace: kube-system}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      tolerations: [{operator: Exists}]
      containers:
        - name: main
          resources:
            requests: {${requests}}
${indented(spec, 6)}`;
}

const SETTINGS = `region: eu-west-1
zones: [eu-west-1a, eu-west-1b, eu-west-1c]
node_class: {ami: al2023@v20260715, role: web-nodes}
rules: {PW3218: off}
`;

/** What Cluster API takes. */
const MACHINE_SETTINGS = `region: eu-west-1
zones: [eu-west-1a, eu-west-1b, eu-west-1c]
kubernetes_version: "1.34.2"
node_class: {ami_selector_terms: [{id: ami-0123456789abcdef0}], ami_family: AL2023, instance_profile: web-nodes}
rules: {PW3218: off}
`;

export function indented(text: string, by: number): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${' '.repeat(by)}${line}\n`)
    .join('');
}
