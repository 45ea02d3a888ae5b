import type { Policy } from '../diagnostics/apply-policy.ts';
import type { Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { CompiledCluster } from './compilation.ts';
import type { ClusterCostAtLimits, ClusterPlan } from './plan.ts';
import type { DriftRules, Provider } from './provider.ts';
import type { Workloads } from './workloads.ts';

/** One cluster in two states; at least one of them knows it. */
export interface ClusterReviewInput {
  readonly base?: SideCluster;
  readonly head?: SideCluster;
  /** When Karpenter replaces nodes because their NodePool changed. */
  readonly nodePoolDrift: DriftRules;
  /** Nodes that run now, from a dump. Absent: none was given. */
  readonly live?: LiveNodes;
  /** From when on rotations are laid out, in milliseconds since 1970. Absent: nobody asked for a calendar. */
  readonly atMs?: number;
  /** How long the replacement of one node is taken to last. */
  readonly replacementSeconds: number;
  /** What the project has decided about dangers: levels by code, ignore comments in head's files. @default nothing */
  readonly policy?: Policy;
}

/** A cluster as one side has it. */
export interface SideCluster {
  /** Of live objects and saved compilations the objects are theirs, whatever a definition would compile to now. */
  readonly compiled: CompiledCluster;
  readonly provider: Provider;
  /** Its file has errors that leave nothing of the cluster: what `compiled` says is the other side's. @default it was read */
  readonly unread?: true;
  /** The plan of what is written first, then one for each scenario. Empty: nothing to place, or the cluster failed. */
  readonly plans: readonly ClusterPlan[];
  /** What the plans place. Absent with them. */
  readonly workloads?: Workloads;
  /** What its pools can cost at most. Of clusters without plans, which say it themselves. */
  readonly costAtLimits?: ClusterCostAtLimits;
  /** What a running Karpenter wrote on its objects, of live objects, by `NodePool/<name>` and `EC2NodeClass/<name>`. */
  readonly recordedHashes?: ReadonlyMap<string, RecordedHash>;
}

export interface RecordedHash {
  /** Decimal text of 64 bits. */
  readonly hash: string;
  readonly version: string;
}

export interface LiveNodes {
  readonly nodes: readonly Node[];
  readonly nodeClaims: readonly NodeClaim[];
}
