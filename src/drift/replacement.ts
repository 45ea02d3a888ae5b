import type { NodeClaim } from '../kubernetes/api/node.ts';
import type { RotationCause } from '../model/review.ts';

/** One thing for which nodes are replaced. */
export interface Replacement {
  readonly cause: RotationCause;
  /** Completes "nodes …" (`in zone …`). Absent: all of them are, or those of `groups`. */
  readonly which?: string;
  /** Names of the MachineDeployments whose machines are concerned. Absent: it is not by MachineDeployment. */
  readonly groups?: ReadonlySet<string>;
  /** Whether a node is replaced for it, or may be: a node does not show everything. */
  readonly concerns: (node: ObservedNode) => boolean;
}

/** A node of a dump, or one that a plan makes. */
export type ObservedNode =
  | {
      readonly basis: 'nodes';
      /** Those of its NodeClaim, where there is one: Karpenter looks at these. */
      readonly labels: Readonly<Record<string, string>>;
      readonly claim?: NodeClaim;
      /** Name of its MachineDeployment, as the node group has it. */
      readonly group?: string;
    }
  | {
      readonly basis: 'plan';
      /** It may become any of these. */
      readonly instanceTypes: readonly string[];
      readonly zones: readonly string[];
      /** Absent: any. */
      readonly capacityType?: string;
      readonly group?: string;
    };

/** What came of comparing two states of an object. */
export interface Replacements {
  readonly found: readonly Replacement[];
  /** What cannot be decided without the cloud, as sentences. */
  readonly undecided: readonly string[];
}

export function joined(parts: readonly Replacements[]): Replacements {
  return {
    found: parts.flatMap(({ found }) => found),
    undecided: parts.flatMap(({ undecided }) => undecided),
  };
}
