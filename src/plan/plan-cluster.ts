import type { Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { ClusterPlan, LowerBound, PlannedNodePool, UnschedulablePod } from '../model/plan.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Decision } from '../packer/karpenter/decision.ts';
import type { PendingPodTemplate } from '../packer/karpenter/problem.ts';
import { solve } from '../packer/karpenter/solve.ts';
import { largestDaemons } from './daemons.ts';
import { groupBy } from './group-by.ts';
import { placedLater } from './later-batches.ts';
import { scarcestLimit } from './limit-use.ts';
import { fractionalBound } from './lower-bound.ts';
import { totalUtilisation } from './node-claims.ts';
import { packCluster, type PackedCluster, type PlanClusterInput } from './packed-cluster.ts';
import { planNotes } from './plan-notes.ts';
import { podGroups } from './pod-groups.ts';
import { clusterCost, poolSummaries, withProbes } from './pool-summaries.ts';
import { probePools } from './probes.ts';
import type { ReasonContext } from './reasons.ts';
import type { ScenarioWorkloads } from './scenario-workloads.ts';
import { inFlightNode, liveNode, newNode, spreadOutcomes } from './spread.ts';
import { meetsLimits, unschedulablePods } from './unschedulable.ts';
import { tiedVolumes } from './volume-reason.ts';

/** Packs the workloads of one cluster and works out what follows: nodes, prices, reasons, limits, spread. */
export function planCluster(input: PlanClusterInput): ClusterPlan {
  const { compiled, scenario } = input;
  const packed = packCluster(input);
  const { given, views, decision, outcomes, nameOf } = packed;
  const { nodes } = given;
  const summaries = poolSummaries({ ...packed, nodes });
  const reasons = reasonContext(packed, summaries);
  const nodePools = withProbes(summaries, probes(packed, summaries, reasons, scenario));
  const unschedulable = withoutPlace(packed, reasons);
  const cost = clusterCost(nodePools, nodes, views);
  const utilisation = totalUtilisation(outcomes.map(({ planned }) => planned));
  const lowerBound = lowerBoundOf(packed);
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
    nodeClaims: outcomes.map(({ planned }) => planned),
    existingNodes: decision.existingNodes.map(({ name, podUids }) => ({ name, pods: podUids.map(nameOf) })),
    unschedulable,
    nodePools,
    cost,
    ...(utilisation === undefined ? {} : { utilisation }),
    ...(lowerBound === undefined ? {} : { lowerBound }),
    spread: spreadOf(packed),
    relaxed: relaxedPods(packed),
    pricing: compiled.pools[0]?.table.pricing ?? {},
    notes: planNotes({ scenario, given, views, nodePools, outcomes, unschedulable, cost }),
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
  { views, given, vocabulary, rules }: PackedCluster,
  summaries: readonly PlannedNodePool[],
  reasons: ReasonContext,
  scenario: Scenario | undefined,
) {
  const isWorthwhile = given.pods.length === 0 || (given.daemonSets.length > 0 && scenario === undefined);
  const used = new Set(summaries.filter(({ nodeClaims }) => nodeClaims > 0).map(({ name }) => name));
  const idle = views.filter(({ name, compiled: { pool } }) => !used.has(name) && pool.replicas === undefined);
  return probePools({ views: isWorthwhile ? idle : [], workloads: given, vocabulary, rules, reasons });
}

function withoutPlace(packed: PackedCluster, reasons: ReasonContext): readonly UnschedulablePod[] {
  const { decision, pods, viewsByName: views } = packed;
  const withoutLimits = failuresWithoutLimits(packed);
  const waiting = new Set([...decision.errors.keys()].filter((uid) => !withoutLimits.has(uid)));
  const later = placedLater({ ...packed, views, waiting });
  return unschedulablePods({ decision, pods, withoutLimits, later, reasons });
}

/** Pods that stay pending when no pool has limits, and why. Where no limit was met, those that are pending anyway. */
function failuresWithoutLimits({ problem, decision }: PackedCluster): Decision['errors'] {
  if (!meetsLimits(decision)) return decision.errors;
  const nodePools = problem.nodePools.map(({ spec: { limits: _limits, ...spec }, ...pool }) => ({
    ...pool,
    spec,
  }));
  return solve({ ...problem, nodePools }).errors;
}

/** For the pods on new nodes with a price. */
function lowerBoundOf({ outcomes, views, given, pods, vocabulary }: PackedCluster): LowerBound | undefined {
  const priced = outcomes.filter(({ planned }) => planned.pricePerHourUsd !== undefined);
  const counts = new Map<PendingPodTemplate, number>();
  for (const uid of priced.flatMap(({ decided }) => decided.podUids)) {
    const template = pods.get(uid)?.template;
    if (template !== undefined) counts.set(template, (counts.get(template) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  const bound = fractionalBound(podGroups({ views, daemons: given, vocabulary, counts }));
  const floorPerHourUsd = priced.reduce((sum, { planned }) => sum + (planned.pricePerHourUsd?.floor ?? 0), 0);
  return { ...bound, floorPerHourUsd };
}

function spreadOf({ decision, outcomes, given, pods }: PackedCluster): ClusterPlan['spread'] {
  if (!given.pods.some(({ template }) => (template.spec.topologySpreadConstraints ?? []).length > 0)) {
    return [];
  }
  const podsOf = (uids: readonly string[]) => uids.flatMap((uid) => pods.get(uid) ?? []);
  const receiving = new Map(decision.existingNodes.map(({ name, podUids }) => [name, podUids]));
  const placedOn = (name: string | undefined) => podsOf(receiving.get(name ?? '') ?? []);
  const bound = groupBy(given.boundPods, ({ spec }) => spec.nodeName ?? '');
  const { joined, inFlight } = claimsOf(given);
  const nodes = [
    ...given.nodes.map((node) => {
      const { name } = node.metadata;
      const claim = joined.get(node);
      // Until a node has registered, Karpenter knows it by the name of its NodeClaim.
      const placed = new Set([...placedOn(name), ...placedOn(claim?.metadata.name)]);
      return liveNode(node, claim, { bound: bound.get(name) ?? [], placed: [...placed] });
    }),
    ...inFlight.map((claim) => inFlightNode(claim, placedOn(claim.metadata.name))),
    ...outcomes.map(({ planned, decided }) =>
      newNode(planned.name, decided.requirements, podsOf(decided.podUids)),
    ),
  ];
  const zones = new Set(outcomes.flatMap(({ planned }) => planned.zones));
  return spreadOutcomes(given.pods, nodes, [...zones].sort());
}

/** NodeClaims by their Node, and those without one. */
function claimsOf({ nodes, nodeClaims }: ScenarioWorkloads): {
  readonly joined: ReadonlyMap<Node, NodeClaim>;
  readonly inFlight: readonly NodeClaim[];
} {
  const byMachine = new Map(nodes.map((node) => [node.spec?.providerID, node]));
  const joined = new Map<Node, NodeClaim>();
  const inFlight: NodeClaim[] = [];
  for (const claim of nodeClaims) {
    const id = claim.status?.providerID;
    const node = id === undefined ? undefined : byMachine.get(id);
    if (node === undefined) inFlight.push(claim);
    else joined.set(node, claim);
  }
  return { joined, inFlight };
}

function relaxedPods({ decision, nameOf }: PackedCluster): ClusterPlan['relaxed'] {
  return [...decision.newNodeClaims, ...decision.existingNodes].flatMap(({ relaxed }) =>
    [...relaxed].map(([uid, given]) => ({ pod: nameOf(uid), given })),
  );
}
