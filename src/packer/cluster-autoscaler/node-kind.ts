import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import type { NanoAmounts } from '../../kubernetes/pod-requests.ts';
import type { HostPort } from '../karpenter/host-ports.ts';
import type { PodClass } from './pod-class.ts';
import type { Mounts } from './volume-needs.ts';

/** What nodes made from one template have in common. A live node is the only one of its kind. */
export interface NodeKind {
  readonly id: number;
  /** Without the hostname where `hostname` is made up for each node. */
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly NodeTaint[];
  readonly unschedulable: boolean;
  /** Exact; what the node has, reserved or not. */
  readonly capacity: NanoAmounts;
  /** Exact, before any pods. */
  readonly allocatable: NanoAmounts;
  /** Exact, of `residents` together. */
  readonly residentRequests: NanoAmounts;
  /** `allocatable` in columns. */
  readonly whole: Float64Array;
  /** In columns: what is left beside the pods in `residents`. */
  readonly free: Float64Array;
  readonly ports: readonly HostPort[];
  /** Pods that every such node runs from the start. */
  readonly residents: readonly PodClass[];
  /** That residents use. */
  readonly volumes: Mounts;
  /** CSI driver to how many claims a node can mount; others have no limit. */
  readonly volumeLimits: ReadonlyMap<string, number>;
  /** Of the group in the problem, if it belongs to one. */
  readonly group: number | undefined;
  /** Of a live node. */
  readonly name: string | undefined;
}
