import type { Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { ClusterPlan } from '../model/plan.ts';
import { groupBy } from './group-by.ts';
import type { PlannedNodes } from './planned-nodes.ts';
import type { ScenarioWorkloads } from './scenario-workloads.ts';
import { inFlightNode, liveNode, newNode, type OccupiedNode, spreadOutcomes } from './spread.ts';

/** How the pods of topology spread constraints end up, on all nodes there will be. */
export function engineSpread(planned: PlannedNodes): ClusterPlan['spread'] {
  const { engines, outcomes, groups } = planned;
  const { given, pods } = engines;
  if (!given.pods.some(({ template }) => (template.spec.topologySpreadConstraints ?? []).length > 0)) {
    return [];
  }
  const podsOf = (uids: readonly string[]) => uids.flatMap((uid) => pods.get(uid) ?? []);
  const receiving = receivedPods(planned);
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
    ...outcomes.map((one) =>
      newNode(one.planned.name, one.decided.requirements, podsOf(one.decided.podUids)),
    ),
    ...groups.flatMap(({ planned: { name }, group, podUids }) =>
      podUids.map((uids, i): OccupiedNode => {
        const { labels } = group.believed;
        return { name: `${name}-${i + 1}`, labelOf: (key) => labels.get(key), pods: podsOf(uids) };
      }),
    ),
  ];
  const zones = new Set([
    ...outcomes.flatMap((one) => one.planned.zones),
    ...groups.map((one) => one.planned.zone),
  ]);
  return spreadOutcomes(given.pods, nodes, [...zones].sort());
}

function receivedPods({ engines }: PlannedNodes): ReadonlyMap<string, readonly string[]> {
  const received = new Map<string, string[]>();
  const decisions = [...engines.karpenter, ...(engines.autoscaler === undefined ? [] : [engines.autoscaler])];
  for (const { decision } of decisions) {
    for (const { name, podUids } of decision.existingNodes) {
      received.set(name, [...(received.get(name) ?? []), ...podUids]);
    }
  }
  return received;
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
