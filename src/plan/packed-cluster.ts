import type { CompiledCluster } from '../model/compilation.ts';
import type { LabelVocabulary, LaunchRules, Provider } from '../model/provider.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Workloads } from '../model/workloads.ts';
import type { Decision } from '../packer/karpenter/decision.ts';
import type { Encoded } from '../packer/karpenter/encode.ts';
import type { Problem } from '../packer/karpenter/problem.ts';
import { solveAfter } from '../packer/karpenter/solve.ts';
import { type ClaimOutcome, claimOutcomes } from './node-claims.ts';
import { podName, type PlanPod } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';
import { problemOf } from './problem-of.ts';
import type { ScenarioWorkloads } from './scenario-workloads.ts';

export interface PlanClusterInput {
  readonly compiled: CompiledCluster;
  readonly provider: Pick<Provider, 'labels' | 'launch'>;
  readonly workloads: Workloads;
  /** @default everything as it is written */
  readonly scenario?: Scenario | undefined;
}

/** Pools of one Karpenter and the workloads that it meets. */
export interface KarpenterInput {
  readonly vocabulary: LabelVocabulary;
  readonly rules: LaunchRules;
  /** As the scenario leaves them, with the nodes of static pools and what earlier engines placed. */
  readonly given: ScenarioWorkloads;
  /** In the order of the definition. */
  readonly views: readonly PoolView[];
}

/** Pools with their workloads as a packing problem, what Karpenter decides, and what the provider makes of it. */
export interface PackedCluster extends KarpenterInput {
  readonly viewsByName: ReadonlyMap<string, PoolView>;
  /** By uid. */
  readonly pods: ReadonlyMap<string, PlanPod>;
  readonly problem: Problem;
  readonly decision: Decision;
  /** What makes deciding similar problems faster. Absent: the decision is of several problems. */
  readonly encoded?: Encoded;
  readonly outcomes: readonly ClaimOutcome[];
  /** `<namespace>/<name>` of a pod. */
  readonly nameOf: (uid: string) => string;
}

export function packCluster(input: KarpenterInput): PackedCluster {
  const { views, given, vocabulary, rules } = input;
  const common = inputIndex(input);
  const problem = problemOf({ views, workloads: given, vocabulary });
  const { decision, encoded } = solveAfter(problem, undefined);
  const { viewsByName, nameOf } = common;
  const outcomes = claimOutcomes({ claims: decision.newNodeClaims, views: viewsByName, rules, nameOf });
  return { ...input, ...common, problem, decision, encoded, outcomes };
}

export function inputIndex({
  views,
  given,
}: KarpenterInput): Pick<PackedCluster, 'viewsByName' | 'pods' | 'nameOf'> {
  const pods = new Map(given.pods.map((pod) => [pod.uid, pod]));
  return {
    viewsByName: new Map(views.map((view) => [view.name, view])),
    pods,
    nameOf: (uid) => {
      const pod = pods.get(uid);
      return pod === undefined ? uid : podName(pod);
    },
  };
}
