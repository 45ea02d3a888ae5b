import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import type { PodExplanation } from '../../src/model/explanation.ts';
import { explainerOf } from '../../src/plan/explainer-of.ts';
import type { PodExplainer } from '../../src/plan/pod-explainer.ts';
import { parseScenario } from '../../src/plan/parse-scenario.ts';
import { scenarioSurroundings } from '../../src/plan/scenario-surroundings.ts';
import { explainPodText } from '../../src/report/explain-pod-text.ts';
import { explainUnschedulableText } from '../../src/report/explain-unschedulable-text.ts';
import { podExplanationReport, unschedulableReport } from '../../src/report/pod-explanation.ts';

const provider = builtInProvider();

export interface ExplainCase {
  readonly definition: string;
  readonly manifests: string;
  /** A dump of a live cluster. */
  readonly live?: string;
  readonly scenario?: string;
}

/** Definition and manifests as texts, through every stage. */
export function explainer({ definition, manifests, live, scenario }: ExplainCase): PodExplainer {
  const { clusters, diagnostics } = compile({
    files: [{ source: new Source('clusters/web.yaml', definition), origin: 'argument' }],
    provider: () => provider,
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [compiled] = clusters;
  if (compiled === undefined || errors.length > 0) {
    throw new Error(errors.map(({ message }) => message).join('\n'));
  }
  const { workloads } = readWorkloads({
    sources: [new Source('clusters/web/workloads.yaml', manifests)],
    liveSources: live === undefined ? [] : [new Source('live.yaml', live)],
  });
  const parsed = scenario === undefined ? undefined : parseScenario(scenario, scenarioSurroundings(compiled));
  if (parsed?.ok === false) throw new Error(parsed.problem);
  return explainerOf({ compiled, provider, workloads, scenario: parsed?.scenario });
}

export function explained(name: string, input: ExplainCase): PodExplanation {
  const one = explainer(input);
  const found = one.find(name);
  if (found.found !== 'pending') throw new Error(`${name}: ${found.found}`);
  return one.explainPod(found.pod);
}

/** `explain pod` as people see it. */
export function shownPod(name: string, input: ExplainCase): string {
  return explainPodText(podExplanationReport(explained(name, input)));
}

/** `explain unschedulable` as people see it. */
export function shownUnschedulable(input: ExplainCase): string {
  return explainUnschedulableText(unschedulableReport(explainer(input).explainUnschedulable()));
}

export const DEFINITION = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b]
  rules: {PW3218: off}
  node_class: {ami: al2023@v20260715, role: web-nodes}
karpenter:
  node_pools:
    default:
      limits: {cpu: 20, memory: 100Gi}
      requirements:
        - {key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6i.2xlarge, r6i.large]}
        - {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a]}
    batch:
      weight: 10
      limits: {cpu: 100}
      requirements:
        - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c6i]}
        - {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["17"]}
      taints: [{key: spot, value: "true", effect: NoSchedule}]
`;
