import type { CompiledCluster } from '../model/compilation.ts';
import type { LabelVocabulary, LaunchRules, Provider } from '../model/provider.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Workloads } from '../model/workloads.ts';
import type { Decision } from '../packer/karpenter/decision.ts';
import type { Problem } from '../packer/karpenter/problem.ts';
import { solve } from '../packer/karpenter/solve.ts';
import { clusterViews } from './cluster-views.ts';
import { type ClaimOutcome, claimOutcomes } from './node-claims.ts';
import { AS_WRITTEN } from './parse-scenario.ts';
import { podName, type PlanPod } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';
import { problemOf } from './problem-of.ts';
import { type ScenarioWorkloads, scenarioWorkloads } from './scenario-workloads.ts';
import { staticNodes } from './static-nodes.ts';

export interface PlanClusterInput {
  readonly compiled: CompiledCluster;
  readonly provider: Pick<Provider, 'labels' | 'launch'>;
  readonly workloads: Workloads;
  /** @default everything as it is written */
  readonly scenario?: Scenario | undefined;
}

/** A cluster with its workloads as a packing problem, what Karpenter decides, and what the provider makes of it. */
export interface PackedCluster {
  readonly vocabulary: LabelVocabulary;
  readonly rules: LaunchRules;
  /** As the scenario leaves them, with the nodes of static pools. */
  readonly given: ScenarioWorkloads;
  /** In the order of the definition. */
  readonly views: readonly PoolView[];
  readonly viewsByName: ReadonlyMap<string, PoolView>;
  /** By uid. */
  readonly pods: ReadonlyMap<string, PlanPod>;
  readonly problem: Problem;
  readonly decision: Decision;
  readonly outcomes: readonly ClaimOutcome[];
  /** `<namespace>/<name>` of a pod. */
  readonly nameOf: (uid: string) => string;
}

export function packCluster({
  compiled,
  provider,
  workloads,
  scenario = AS_WRITTEN,
}: PlanClusterInput): PackedCluster {
  const vocabulary = provider.labels(compiled.cluster);
  const rules = provider.launch;
  const left = scenarioWorkloads(workloads, scenario);
  const { nodes } = left;
  const views = clusterViews({ compiled, vocabulary, scenario, nodes });
  const given = { ...left, nodes: [...nodes, ...staticNodes({ views, nodes, rules, vocabulary })] };
  const viewsByName = new Map(views.map((view) => [view.name, view]));
  const pods = new Map(given.pods.map((pod) => [pod.uid, pod]));
  const nameOf = (uid: string) => {
    const pod = pods.get(uid);
    return pod === undefined ? uid : podName(pod);
  };
  const problem = problemOf({ views, workloads: given, vocabulary });
  const decision = solve(problem);
  const outcomes = claimOutcomes({ claims: decision.newNodeClaims, views: viewsByName, rules, nameOf });
  return { vocabulary, rules, given, views, viewsByName, pods, problem, decision, outcomes, nameOf };
}
