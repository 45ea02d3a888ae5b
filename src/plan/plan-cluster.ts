import type { ClusterPlan, PlannedNodePool, PlannedRange, UnschedulablePod } from '../model/plan.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Decision } from '../packer/karpenter/decision.ts';
import { solveAfter } from '../packer/karpenter/solve.ts';
import { outcomesWithJoined } from './joined-pods.ts';
import { largestDaemons } from './daemons.ts';
import { placedLater } from './later-batches.ts';
import { scarcestLimit } from './limit-use.ts';
import { engineSpread } from './engine-spread.ts';
import { newNodesBound } from './new-nodes-bound.ts';
import { type ClaimOutcome, totalUtilisation } from './node-claims.ts';
import { autoscalerUnschedulable } from './node-groups/autoscaler-unschedulable.ts';
import { fullGroups } from './node-groups/full-groups.ts';
import { probeGroups } from './node-groups/probe-groups.ts';
import { claimedGroups, groupOutcomes, withOtherRuns } from './node-groups/planned-groups.ts';
import type { PackedCluster, PlanClusterInput } from './packed-cluster.ts';
import { packEngines, type PackedEngines } from './packed-engines.ts';
import { planNotes } from './plan-notes.ts';
import type { PlannedNodes } from './planned-nodes.ts';
import { clusterCost, poolSummaries, withProbes } from './pool-summaries.ts';
import { probePools } from './probes.ts';
import type { ReasonContext } from './reasons.ts';
import { meetsLimits, unschedulablePods } from './unschedulable.ts';
import { tiedVolumes } from './volume-reason.ts';

/** Packs the workloads of one cluster and works out what follows: nodes, prices, reasons, limits, spread. */
export function planCluster(input: PlanClusterInput): ClusterPlan {
  return planEngines(input, packEngines(input));
}

export function planEngines({ compiled, scenario }: PlanClusterInput, engines: PackedEngines): ClusterPlan {
  const { given, views, nameOf } = engines;
  const { nodes } = given;
  const outcomes = outcomesWithJoined(engines);
  const groups = groupOutcomes(engines);
  const planned: PlannedNodes = { engines, outcomes, groups };
  const summaries = poolSummaries({ ...engines, outcomes, groups, nodes });
  const nodePools = withProbes(summaries, probes(engines, summaries, scenario));
  const unschedulable = withoutPlace(engines, summaries);
  const cost = clusterCost(nodePools, nodes, views);
  const utilisation = totalUtilisation([...outcomes, ...groups].map((one) => one.planned));
  const lowerBound = newNodesBound(planned);
  const range = rangeOf(engines, outcomes);
  return {
    name: compiled.cluster.name,
    file: compiled.cluster.source.file,
    ...(scenario === undefined ? {} : { scenario }),
    workloads: {
      pods: given.pods.length,
      boundPods: given.boundPods.length,
      daemonSets: given.daemonSets.length,
      nodes: nodes.length,
    },
    nodeClaims: outcomes.map((one) => one.planned),
    nodeGroups: [...claimedGroups(outcomes, views), ...withOtherRuns(groups, engines)],
    existingNodes: existingNodes(engines, nameOf),
    unschedulable,
    nodePools,
    cost,
    ...(utilisation === undefined ? {} : { utilisation }),
    ...(lowerBound === undefined ? {} : { lowerBound }),
    spread: engineSpread(planned),
    relaxed: relaxedPods(engines),
    pricing: compiled.pools[0]?.table.pricing ?? {},
    notes: planNotes({ ...planned, scenario, nodePools, unschedulable, cost }),
    ...(range === undefined ? {} : { range }),
  };
}

function reasonContext(
  { viewsByName, vocabulary, given }: PackedCluster,
  summaries: readonly PlannedNodePool[],
): ReasonContext {
  const limits = new Map(summaries.map((pool) => [pool.name, pool.limits]));
  return {
    views: viewsByName,
    vocabulary,
    daemonsOf: (view) => largestDaemons(view, given, vocabulary),
    volumesOf: tiedVolumes(given),
    scarcestLimit: (view) => scarcestLimit(limits.get(view.name) ?? []),
  };
}

/**
 * Asks the pools that nothing uses whether they could launch a node. What compiles has been checked for that, so only
 * daemons can change the answer; in an outage, what nobody uses need not be there.
 */
function probes(
  { karpenter, given, vocabulary, rules, views: all }: PackedEngines,
  summaries: readonly PlannedNodePool[],
  scenario: Scenario | undefined,
) {
  const isWorthwhile = given.pods.length === 0 || (given.daemonSets.length > 0 && scenario === undefined);
  if (!isWorthwhile) return new Map<string, never>();
  const used = new Set(summaries.filter(({ nodes }) => nodes > 0).map(({ name }) => name));
  const idle = all.filter(({ name, compiled: { pool } }) => !used.has(name) && pool.replicas === undefined);
  const [own] = karpenter;
  const views = idle.filter(({ groups }) => groups === undefined);
  const probed =
    own === undefined || views.length === 0
      ? []
      : probePools({
          views,
          workloads: given,
          vocabulary,
          rules,
          reasons: reasonContext(own, summaries),
          encoded: own.encoded,
        });
  return new Map([...probed, ...probeGroups({ views: idle, given, vocabulary })]);
}

/** Pods that nobody makes a node for, with the reasons of everybody who has pools. */
function withoutPlace(
  { karpenter, autoscaler, vocabulary }: PackedEngines,
  summaries: readonly PlannedNodePool[],
): readonly UnschedulablePod[] {
  const lists = karpenter.map((packed) => karpenterUnschedulable(packed, reasonContext(packed, summaries)));
  if (autoscaler !== undefined) lists.push(autoscalerUnschedulable(autoscaler, vocabulary));
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const known = lists.map((list) => new Map(list.map((one) => [one.pod, one])));
  return (lists.at(-1) ?? []).map((last): UnschedulablePod => {
    const all = known.flatMap((list) => list.get(last.pod) ?? []);
    return {
      ...last,
      onlyLimits: all.some(({ onlyLimits }) => onlyLimits),
      laterBatch: all.some(({ laterBatch }) => laterBatch),
      reasons: all.flatMap(({ reasons }) => reasons),
    };
  });
}

function karpenterUnschedulable(packed: PackedCluster, reasons: ReasonContext): readonly UnschedulablePod[] {
  const { decision, pods, viewsByName: views } = packed;
  const withoutLimits = failuresWithoutLimits(packed);
  const waiting = new Set([...decision.errors.keys()].filter((uid) => !withoutLimits.has(uid)));
  const isFull = fullGroups(packed);
  const later = isFull === undefined ? placedLater({ ...packed, views, waiting }) : new Set<string>();
  const list = unschedulablePods({ decision, pods, withoutLimits, later, reasons });
  return isFull === undefined ? list : list.map((one) => (one.onlyLimits ? isFull(one) : one));
}

/** Pods that stay pending when no pool has limits, and why. Where no limit was met, those that are pending anyway. */
function failuresWithoutLimits({ problem, decision, encoded, views }: PackedCluster): Decision['errors'] {
  const areGroups = views.some(({ groups }) => groups !== undefined);
  if (areGroups ? decision.errors.size === 0 : !meetsLimits(decision)) return decision.errors;
  const nodePools = problem.nodePools.map(({ spec: { limits: _limits, ...spec }, ...pool }) => ({
    ...pool,
    spec,
  }));
  return solveAfter({ ...problem, nodePools }, encoded).decision.errors;
}

/** In the order in which they receive pods. */
function existingNodes({ karpenter, autoscaler, given }: PackedEngines, nameOf: (uid: string) => string) {
  const there = new Set([
    ...given.nodes.map(({ metadata }) => metadata.name),
    ...given.nodeClaims.map(({ metadata }) => metadata.name),
  ]);
  const all = [
    ...karpenter.flatMap(({ decision }) => decision.existingNodes),
    ...(autoscaler?.decision.existingNodes ?? []),
  ];
  const byName = new Map<string, string[]>();
  for (const { name, podUids } of all) {
    if (podUids.length === 0 || !there.has(name)) continue;
    byName.set(name, [...(byName.get(name) ?? []), ...podUids.map(nameOf)]);
  }
  return [...byName].map(([name, pods]) => ({ name, pods }));
}

function relaxedPods({ karpenter, nameOf }: PackedEngines): ClusterPlan['relaxed'] {
  return karpenter.flatMap(({ decision }) =>
    [...decision.newNodeClaims, ...decision.existingNodes].flatMap(({ relaxed }) =>
      [...relaxed].map(([uid, given]) => ({ pod: nameOf(uid), given })),
    ),
  );
}

/** Of the whole cluster: what Karpenter makes is the same in every run. */
function rangeOf({ autoscaler }: PackedEngines, outcomes: readonly ClaimOutcome[]): PlannedRange | undefined {
  const ranges = autoscaler?.ranges;
  if (ranges === undefined) return undefined;
  const { runs, nodes, podsLeft, pricePerHourUsd } = ranges;
  const certain = outcomes.reduce((sum, { planned }) => sum + (planned.pricePerHourUsd?.expected ?? 0), 0);
  const count = outcomes.length;
  return {
    runs,
    nodes: { min: nodes.min + count, max: nodes.max + count },
    podsLeft,
    pricePerHourUsd: { min: pricePerHourUsd.min + certain, max: pricePerHourUsd.max + certain },
  };
}
