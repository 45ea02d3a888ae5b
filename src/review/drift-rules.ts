import type { ClusterReviewInput } from '../model/review-input.ts';
import type { DriftRules } from '../model/provider.ts';

/** How specs are compared: as the API server stores them. */
export interface StoredRules {
  readonly nodePool: DriftRules;
  /** Absent: node classes of the provider are compared as they are written. */
  readonly nodeClass?: DriftRules;
}

export function storedRules({ base, head, nodePoolDrift }: ClusterReviewInput): StoredRules {
  const nodeClass = (head ?? base)?.provider.adoption;
  return { nodePool: nodePoolDrift, ...(nodeClass === undefined ? {} : { nodeClass }) };
}

export function rulesFor(kind: string, { nodePool, nodeClass }: StoredRules): DriftRules | undefined {
  if (kind === 'NodePool') return nodePool;
  return kind === 'EC2NodeClass' ? nodeClass : undefined;
}
