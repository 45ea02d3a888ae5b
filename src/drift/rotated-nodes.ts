import type { DriftRules } from '../model/provider.ts';
import type { RotatedNodes } from '../model/review.ts';
import { claimHash } from './claim-hash.ts';
import type { ObservedNodes } from './observed-nodes.ts';
import type { ObservedNode, Replacement } from './replacement.ts';

/** A hash that NodeClaims carry, and what base's object hashes to in the cluster. */
export interface KnownHash {
  readonly drift: DriftRules;
  readonly before: string;
  /** The same of head's. Absent: not known. */
  readonly after?: string;
}

/** How many of the nodes are replaced for something. */
export function rotatedNodes(
  { basis, nodes }: ObservedNodes,
  found: readonly Replacement[],
  hashes: readonly KnownHash[],
): RotatedNodes {
  const hasClaims = nodes.some((node) => node.basis === 'nodes' && node.claim !== undefined);
  return {
    count: concernedNodes(nodes, found).length,
    of: nodes.length,
    basis,
    ...(hasClaims ? { alreadyDrifted: nodes.filter((node) => isDrifted(node, hashes)).length } : {}),
  };
}

export function concernedNodes(
  nodes: readonly ObservedNode[],
  found: readonly Replacement[],
): readonly ObservedNode[] {
  return nodes.filter((node) => found.some(({ concerns }) => concerns(node)));
}

/**
 * Nodes that Karpenter replaces once head is applied, and how many of them had drifted before: those come first, because it
 * goes by when nodes drifted. A node that had drifted and is what head says is none of them.
 */
export function queuedNodes(
  nodes: readonly ObservedNode[],
  found: readonly Replacement[],
  hashes: readonly KnownHash[],
): { readonly count: number; readonly first: number } {
  const concerned = new Set(concernedNodes(nodes, found));
  const first = nodes.filter(
    (node) => isDrifted(node, hashes) && (concerned.has(node) || !isRestored(node, hashes)),
  );
  return { count: new Set([...concerned, ...first]).size, first: first.length };
}

/** Made from something else than base has, which is what head has. */
function isRestored(node: ObservedNode, hashes: readonly KnownHash[]): boolean {
  if (node.basis === 'plan') return false;
  const others = hashes.flatMap(({ drift, before, after }) => {
    const carried = claimHash(node.claim, drift);
    return carried === undefined || carried === before ? [] : [carried === after];
  });
  return others.length > 0 && others.every((isHeads) => isHeads);
}

/** Karpenter says so, or will once it looks. */
function isDrifted(node: ObservedNode, hashes: readonly KnownHash[]): boolean {
  if (node.basis === 'plan' || node.claim === undefined) return false;
  const { claim } = node;
  const isMarked = claim.status?.conditions?.some(
    ({ type, status }) => type === 'Drifted' && status === 'True',
  );
  if (isMarked === true) return true;
  return hashes.some(({ drift, before }) => {
    const carried = claimHash(claim, drift);
    return carried !== undefined && carried !== before;
  });
}
