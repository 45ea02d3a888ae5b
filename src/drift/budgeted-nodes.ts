import type { Node, NodeClaim } from '../kubernetes/api/node.ts';

/** How disruption budgets see the nodes of a pool. */
export interface BudgetedNodes {
  /** What percentages are of: nodes that are initialised and whose instance is not being terminated. */
  readonly counted: number;
  /** Of those: not ready, and staying. They take of every budget. */
  readonly notReady: number;
  /** Of those: being deleted. They take of every budget until they are gone. */
  readonly going: number;
  /** Not of those, because they are not initialised yet. */
  readonly uninitialised: number;
}

export const NO_NODES: BudgetedNodes = { counted: 0, notReady: 0, going: 0, uninitialised: 0 };

export interface NodeWithClaim {
  readonly node: Node;
  readonly claim: NodeClaim | undefined;
}

/** As karpenter v1.14 counts them (`pkg/controllers/disruption/helpers.go`, `BuildDisruptionBudgetMapping`). */
export function budgetedNodes(nodes: readonly NodeWithClaim[]): BudgetedNodes {
  const there = nodes.filter(({ claim }) => !hasCondition(claim, 'InstanceTerminating', 'True'));
  const initialised = there.filter(({ node }) => node.metadata.labels?.[INITIALISED] === 'true');
  // Where no node has the label, labels were left out of the dump, or all nodes have just begun.
  const counted = initialised.length === 0 ? there : initialised;
  const going = counted.filter(({ node, claim }) => isGoing(node) || isGoing(claim));
  const staying = counted.filter((one) => !going.includes(one));
  return {
    counted: counted.length,
    going: going.length,
    notReady: staying.filter(({ node }) => isNotReady(node)).length,
    uninitialised: there.length - counted.length,
  };
}

export const INITIALISED = 'karpenter.sh/initialized';

/** It is being removed already. */
export function isGoing(object: Pick<Node, 'metadata'> | undefined): boolean {
  return object?.metadata.deletionTimestamp !== undefined;
}

/** A dump without conditions says nothing of it. */
function isNotReady({ status }: Node): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready !== undefined && ready.status !== 'True';
}

function hasCondition(claim: NodeClaim | undefined, name: string, value: string): boolean {
  return claim?.status?.conditions?.some(({ type, status }) => type === name && status === value) === true;
}
