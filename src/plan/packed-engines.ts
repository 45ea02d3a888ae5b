import type { BackendName } from '../model/backend-name.ts';
import type { LabelVocabulary, LaunchRules } from '../model/provider.ts';
import { clusterViews } from './cluster-views.ts';
import { launched } from './launched.ts';
import { clusterApiVocabulary } from './node-groups/cluster-api-vocabulary.ts';
import { type AutoscaledCluster, packAutoscaler } from './node-groups/pack-autoscaler.ts';
import { packClusterApi } from './node-groups/pack-cluster-api.ts';
import type { ClaimOutcome } from './node-claims.ts';
import { packCluster, type PackedCluster, type PlanClusterInput } from './packed-cluster.ts';
import { AS_WRITTEN } from './parse-scenario.ts';
import { podName, type PlanPod } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';
import { type ScenarioWorkloads, scenarioWorkloads } from './scenario-workloads.ts';
import { staticNodes } from './static-nodes.ts';

/** A cluster with its workloads, and what everybody decides who makes nodes for it. */
export interface PackedEngines {
  /** Of the provider. */
  readonly vocabulary: LabelVocabulary;
  readonly rules: LaunchRules;
  /** As the scenario leaves them, with the nodes of static pools. */
  readonly given: ScenarioWorkloads;
  /** Of all pools, in the order of the definition. */
  readonly views: readonly PoolView[];
  /** By uid. */
  readonly pods: ReadonlyMap<string, PlanPod>;
  /** `<namespace>/<name>` of a pod. */
  readonly nameOf: (uid: string) => string;
  /** With machines of its own, then with those of Cluster API; each only if it has pools. One at least, or the autoscaler. */
  readonly karpenter: readonly PackedCluster[];
  readonly autoscaler?: AutoscaledCluster;
}

/**
 * Lets everybody act who has pools: Karpenter, Karpenter with its provider for Cluster API, the Cluster Autoscaler, each on
 * what the ones before have left. In reality they act at once on the same pods; this order makes the outcome certain.
 */
export function packEngines({
  compiled,
  provider,
  workloads,
  scenario = AS_WRITTEN,
}: PlanClusterInput): PackedEngines {
  const vocabulary = provider.labels(compiled.cluster);
  const rules = provider.launch;
  const left = scenarioWorkloads(workloads, scenario);
  const { nodes } = left;
  const views = clusterViews({ compiled, vocabulary, scenario, nodes });
  const of = (backend: BackendName) => views.filter((view) => view.compiled.backend === backend);
  const own = of('karpenter');
  const given = { ...left, nodes: [...nodes, ...staticNodes({ views: own, nodes, rules, vocabulary })] };
  const pods = new Map(given.pods.map((pod) => [pod.uid, pod]));
  const karpenter: PackedCluster[] = [];
  let still: ScenarioWorkloads = given;
  // Without any pool it is Karpenter that says so.
  if (own.length > 0 || views.length === 0) {
    karpenter.push(packCluster({ vocabulary, rules, given: still, views: own }));
    still = afterwards(still, karpenter.at(-1));
  }
  const onClusterApi = of('karpenter-cluster-api');
  if (onClusterApi.length > 0) {
    const input = { vocabulary: clusterApiVocabulary(vocabulary), rules, given: still, views: onClusterApi };
    karpenter.push(packClusterApi(input));
    still = afterwards(still, karpenter.at(-1));
  }
  const autoscaled = of('cluster-autoscaler');
  const { memory } = scenario;
  return {
    vocabulary,
    rules,
    given,
    views,
    pods,
    nameOf: (uid) => {
      const pod = pods.get(uid);
      return pod === undefined ? uid : podName(pod);
    },
    karpenter,
    ...(autoscaled.length === 0
      ? {}
      : { autoscaler: packAutoscaler({ compiled, given: still, views: autoscaled, memory }) }),
  };
}

/** What is left when the machines that one engine asks for are there. */
function afterwards(given: ScenarioWorkloads, packed: PackedCluster | undefined): ScenarioWorkloads {
  if (packed === undefined) return given;
  const { decision, outcomes, pods, viewsByName: views } = packed;
  const { existingNodes } = decision;
  const nodeName = ({ planned }: ClaimOutcome) => plannedNodeName(planned.name);
  const { nodes, running } = launched({ existingNodes, outcomes, pods, views, nodeName });
  return {
    ...given,
    pods: given.pods.filter(({ uid }) => decision.errors.has(uid) || decision.ignored.has(uid)),
    nodes: [...given.nodes, ...nodes],
    boundPods: [...given.boundPods, ...running],
  };
}

/** What the Node of a machine that is asked for is called while others are asked. */
export function plannedNodeName(claim: string): string {
  return `planned-${claim}`;
}
