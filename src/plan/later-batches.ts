import type { LaunchRules } from '../model/provider.ts';
import type { Decision } from '../packer/karpenter/decision.ts';
import type { Problem } from '../packer/karpenter/problem.ts';
import type { Encoded } from '../packer/karpenter/encode.ts';
import { solveAfter } from '../packer/karpenter/solve.ts';
import { type Launched, launched } from './launched.ts';
import { type ClaimOutcome, claimOutcomes } from './node-claims.ts';
import type { PlanPod } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';

export interface LaterBatchesInput {
  readonly problem: Problem;
  readonly decision: Decision;
  /** Of that decision. */
  readonly encoded?: Encoded | undefined;
  readonly outcomes: readonly ClaimOutcome[];
  readonly pods: ReadonlyMap<string, PlanPod>;
  /** Pods that only limits keep pending. */
  readonly waiting: ReadonlySet<string>;
  readonly views: ReadonlyMap<string, PoolView>;
  readonly rules: LaunchRules;
}

/** So many batches are tried; each launches something, or is the last. */
const MOST_BATCHES = 20;

/**
 * Pods that get a place once the first nodes have joined. While Karpenter plans a batch, each new node counts against the
 * limits as the largest it may become; when it is there, as what it is. So pods may wait for the next batch although the
 * limits have room for them. Each node is taken to come as its cheapest type.
 */
export function placedLater(input: LaterBatchesInput): ReadonlySet<string> {
  const { pods, views, rules } = input;
  const placed = new Set<string>();
  let waiting = [...input.waiting].flatMap((uid) => pods.get(uid) ?? []);
  let { problem, decision, encoded, outcomes } = input;
  for (let batch = 0; batch < MOST_BATCHES && waiting.length > 0; batch++) {
    const nodeName = ({ planned }: ClaimOutcome) => `batch-${batch}-${planned.name}`;
    const { existingNodes } = decision;
    problem = afterLaunch(problem, launched({ existingNodes, outcomes, pods, views, nodeName }));
    ({ decision, encoded } = solveAfter({ ...problem, pods: waiting }, encoded));
    const left = new Set(decision.errors.keys());
    const still = waiting.filter(({ uid }) => left.has(uid));
    if (still.length === waiting.length) break;
    for (const { uid } of waiting) if (!left.has(uid)) placed.add(uid);
    outcomes = claimOutcomes({ claims: decision.newNodeClaims, views, rules, nameOf: (uid) => uid });
    waiting = still;
  }
  return placed;
}

/** The cluster when the nodes of a decision are there and their pods run. */
function afterLaunch(problem: Problem, { nodes, running }: Launched): Problem {
  return {
    ...problem,
    nodes: [...(problem.nodes ?? []), ...nodes],
    boundPods: [...(problem.boundPods ?? []), ...running],
  };
}
