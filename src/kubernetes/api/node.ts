import type { NodeSelectorRequirement, ResourceList } from './pod.ts';
import type { ObjectMeta } from './object-meta.ts';
import type { NodeTaint } from './node-pool.ts';

/** The parts of core/v1 Node that scheduling reads. */
export interface Node {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly providerID?: string; readonly taints?: readonly NodeTaint[] };
  readonly status?: {
    readonly capacity?: ResourceList;
    readonly allocatable?: ResourceList;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** The parts of karpenter.sh/v1 NodeClaim that scheduling reads. */
export interface NodeClaim {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly taints?: readonly NodeTaint[];
    readonly startupTaints?: readonly NodeTaint[];
    readonly requirements?: readonly NodeSelectorRequirement[];
  };
  readonly status?: {
    readonly providerID?: string;
    readonly nodeName?: string;
    readonly capacity?: ResourceList;
    readonly allocatable?: ResourceList;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** The parts of storage.k8s.io/v1 CSINode that scheduling reads. */
export interface CsiNode {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly drivers?: readonly {
      readonly name: string;
      readonly allocatable?: { readonly count?: number };
    }[];
  };
}
