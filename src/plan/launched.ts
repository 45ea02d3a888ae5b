import type { Node } from '../kubernetes/api/node.ts';
import type { Pod } from '../kubernetes/api/pod.ts';
import type { Decision } from '../packer/karpenter/decision.ts';
import { machineNode } from './machine-node.ts';
import type { ClaimOutcome } from './node-claims.ts';
import type { PlanPod } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';

/** What a cluster has more when the nodes of a decision are there and its pods run. */
export interface Launched {
  readonly nodes: readonly Node[];
  readonly running: readonly Pod[];
}

export interface LaunchedInput {
  readonly existingNodes: Decision['existingNodes'];
  readonly outcomes: readonly ClaimOutcome[];
  readonly pods: ReadonlyMap<string, PlanPod>;
  readonly views: ReadonlyMap<string, PoolView>;
  /** What the Node of a new machine is called. */
  readonly nodeName: (outcome: ClaimOutcome) => string;
}

/** Each new node is taken to come as its cheapest type. */
export function launched({ existingNodes, outcomes, pods, views, nodeName }: LaunchedInput): Launched {
  const nodes: Node[] = [];
  const running: Pod[] = [];
  const run = (uids: readonly string[], name: string) => {
    for (const uid of uids) {
      const pod = pods.get(uid);
      if (pod !== undefined) running.push(runningPod(pod, name));
    }
  };
  for (const { name, podUids } of existingNodes) run(podUids, name);
  for (const outcome of outcomes) {
    const { planned, decided, launch } = outcome;
    const view = views.get(planned.nodePool);
    const [first] = launch.candidates;
    if (view === undefined || first === undefined) continue;
    const name = nodeName(outcome);
    const { zone, capacityType } = planned.cheapest;
    const machine = { name, type: first.type, zone, capacityType, requirements: decided.requirements };
    nodes.push(machineNode(machine, view));
    run(decided.podUids, name);
  }
  return { nodes, running };
}

export function runningPod({ uid, name, namespace, template }: PlanPod, nodeName: string): Pod {
  const { labels, spec } = template;
  return {
    metadata: { uid, name, namespace, ...(labels === undefined ? {} : { labels }) },
    spec: { ...spec, nodeName },
    status: { phase: 'Running' },
  };
}
