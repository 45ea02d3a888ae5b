import type { NodeClaim } from '../kubernetes/api/node.ts';
import type { DriftRules } from '../model/provider.ts';

/** The hash that a NodeClaim carries of what it was made from. Undefined: none, or one of another version. */
export function claimHash(claim: NodeClaim | undefined, drift: DriftRules): string | undefined {
  const annotations = claim?.metadata.annotations ?? {};
  return annotations[drift.hashVersionAnnotation] === drift.hashVersion
    ? annotations[drift.hashAnnotation]
    : undefined;
}
