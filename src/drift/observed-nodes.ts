import type { Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { ClusterPlan } from '../model/plan.ts';
import type { LiveNodes, SideCluster } from '../model/review-input.ts';
import { groupMembers } from '../selection/group-members.ts';
import { nodePoolsOf } from './node-pools-of.ts';
import { type BudgetedNodes, budgetedNodes, isGoing, NO_NODES } from './budgeted-nodes.ts';
import type { ObservedNode } from './replacement.ts';

export interface ObservedNodes {
  readonly basis: 'nodes' | 'plan';
  /** Those that stay unless something replaces them. */
  readonly nodes: readonly ObservedNode[];
  readonly budgeted: BudgetedNodes;
}

/** The nodes of a pool: those of the dump, else those of base's plan. Undefined: neither is there. */
export function observedNodes(
  pool: CompiledPool,
  base: SideCluster,
  live: LiveNodes | undefined,
): ObservedNodes | undefined {
  if (live !== undefined) return { basis: 'nodes', ...liveNodes(pool, live) };
  const plan = base.plans.find(({ scenario }) => scenario === undefined);
  if (plan === undefined) return undefined;
  const nodes = plannedNodes(pool, plan);
  return { basis: 'plan', nodes, budgeted: { ...NO_NODES, counted: nodes.length } };
}

const NODE_POOL = 'karpenter.sh/nodepool';

function liveNodes(pool: CompiledPool, { nodes, nodeClaims }: LiveNodes): Omit<ObservedNodes, 'basis'> {
  const groups = groupOfNode(pool, nodes);
  const names = new Set(nodePoolsOf(pool).map(({ name }) => name));
  const isOwn = (node: Node) =>
    names.size === 0 ? groups.has(node.metadata.name) : names.has(node.metadata.labels?.[NODE_POOL] ?? '');
  const claims = claimsOf(nodeClaims);
  const own = nodes.filter(isOwn).map((node) => ({ node, claim: claims(node) }));
  const seen = new Set(own.map(({ claim }) => claim));
  const staying = own.filter(({ node, claim }) => !isGoing(node) && !isGoing(claim));
  const found = staying.map(({ node, claim }): ObservedNode => {
    const group = groups.get(node.metadata.name);
    return {
      basis: 'nodes',
      // Nodes may have been given labels by hand.
      labels: { ...(claim?.metadata.labels ?? node.metadata.labels) },
      ...(claim === undefined ? {} : { claim }),
      ...(group === undefined ? {} : { group }),
    };
  });
  // Without a node in the dump, or not yet one.
  const alone = nodeClaims.filter(
    (claim) => !seen.has(claim) && !isGoing(claim) && names.has(claim.metadata.labels?.[NODE_POOL] ?? ''),
  );
  return {
    nodes: [
      ...found,
      ...alone.map((claim): ObservedNode => ({ basis: 'nodes', labels: claim.metadata.labels ?? {}, claim })),
    ],
    budgeted: budgetedNodes(own),
  };
}

function groupOfNode({ machines }: CompiledPool, nodes: readonly Node[]): ReadonlyMap<string, string> {
  if (machines === undefined) return new Map();
  const { byGroup } = groupMembers(nodes, machines.nodeGroups);
  return new Map(
    [...byGroup].flatMap(([group, members]) =>
      members.map(({ metadata }): [string, string] => [metadata.name, group]),
    ),
  );
}

function claimsOf(nodeClaims: readonly NodeClaim[]): (node: Node) => NodeClaim | undefined {
  const byId = new Map<string, NodeClaim>();
  for (const claim of nodeClaims) {
    const { providerID, nodeName } = claim.status ?? {};
    if (providerID !== undefined) byId.set(providerID, claim);
    if (nodeName !== undefined) byId.set(`name:${nodeName}`, claim);
  }
  return ({ metadata, spec }) => byId.get(spec?.providerID ?? '') ?? byId.get(`name:${metadata.name}`);
}

function plannedNodes(pool: CompiledPool, plan: ClusterPlan): readonly ObservedNode[] {
  const names = new Set([pool.pool.name, ...nodePoolsOf(pool).map(({ name }) => name)]);
  const claims = plan.nodeClaims.filter(({ nodePool }) => names.has(nodePool));
  if (claims.length > 0) {
    return claims.map(({ instanceTypes, zones, capacityType, nodeGroup }) => ({
      basis: 'plan',
      instanceTypes,
      zones,
      capacityType,
      ...(nodeGroup === undefined ? {} : { group: nodeGroup }),
    }));
  }
  const replicas = pool.pool.replicas?.value ?? 0;
  if (replicas > 0) return staticNodes(pool, replicas);
  return plan.nodeGroups
    .filter(({ nodePool }) => names.has(nodePool))
    .flatMap(({ name, add, instanceType, zone, capacityType }) =>
      Array.from(
        { length: add },
        (): ObservedNode => ({
          basis: 'plan',
          instanceTypes: [instanceType],
          zones: [zone],
          capacityType,
          group: name,
        }),
      ),
    );
}

/** Of a static pool, which are there whatever the pods ask for. */
function staticNodes({ selection }: CompiledPool, replicas: number): readonly ObservedNode[] {
  const zones = selection.types.flatMap(({ offerings }) => offerings.map(({ zone }) => zone));
  const node: ObservedNode = {
    basis: 'plan',
    instanceTypes: selection.types.map(({ name }) => name),
    zones: [...new Set(zones)],
  };
  return Array.from({ length: replicas }, () => node);
}
