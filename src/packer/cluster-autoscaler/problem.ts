import type { DaemonSet } from '../../kubernetes/api/daemon-set.ts';
import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import type { CsiNode, Node } from '../../kubernetes/api/node.ts';
import type { ObjectMeta } from '../../kubernetes/api/object-meta.ts';
import type { Pod, ResourceList } from '../../kubernetes/api/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../kubernetes/api/storage.ts';
import type { NanoAmounts } from '../../kubernetes/pod-requests.ts';
import type { PendingPod as KarpenterPendingPod } from '../karpenter/problem.ts';

/**
 * Everything the Cluster Autoscaler's scale-up sees: one batch of pending pods, the node groups it may grow, and the cluster
 * they meet. Objects have their API shape, and the defaults of the API server are already in them (requests from limits).
 */
export interface Problem {
  readonly options?: AutoscalerOptions;
  /** In listing order, which decides ties where the autoscaler would draw lots. */
  readonly nodeGroups: readonly NodeGroup[];
  /** The pending pods; those created in the same second in the order in which they are looked at. */
  readonly pods: readonly PendingPod[];
  readonly nodes?: readonly LiveNode[];
  /** Pods that already run: `spec.nodeName` says where. */
  readonly boundPods?: readonly Pod[];
  readonly daemonSets?: readonly DaemonSet[];
  /** `default` exists whether or not it is listed. */
  readonly namespaces?: readonly { readonly metadata: ObjectMeta }[];
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaim[];
  readonly persistentVolumes?: readonly PersistentVolume[];
  readonly storageClasses?: readonly StorageClass[];
  readonly csiNodes?: readonly CsiNode[];
  /** CapacityQuotas in force. `coresTotal` and `memoryTotal` of the options come on top. */
  readonly quotas?: readonly Quota[];
}

/** Flags of the autoscaler, with its own defaults. */
export interface AutoscalerOptions {
  /** A chain of filters, first to last. @default ['least-waste'] */
  readonly expanders?: readonly ExpanderName[] | undefined;
  /** What the priority expander reads. @default none: it lets everything pass */
  readonly priorities?: readonly PriorityTier[] | undefined;
  /** `--balance-similar-node-groups`. @default false */
  readonly balanceSimilar?: boolean | undefined;
  /** `--balancing-label`: groups are similar when both have all of these with equal values, and nothing else counts. */
  readonly balancingLabels?: readonly string[] | undefined;
  /** `--balancing-ignore-label`, of the generic comparison. */
  readonly balancingIgnoreLabels?: readonly string[] | undefined;
  /** `--max-nodes-total`, 0 for no limit. @default 0 */
  readonly maxNodesTotal?: number | undefined;
  /** `--max-nodes-per-scaleup`, 0 for no limit. @default 1000 */
  readonly maxNodesPerScaleUp?: number | undefined;
  /** `--cores-total`, in cores; the minimum plays no part when scaling up. @default max 320000 */
  readonly coresTotal?: TotalLimit | undefined;
  /** `--memory-total`, in bytes (the flag counts GiB). @default max 6400000 GiB */
  readonly memoryTotal?: TotalLimit | undefined;
  /** `--force-ds`: DaemonSets that the live node behind a warm template does not run are charged too. @default false */
  readonly forceDaemonSets?: boolean | undefined;
  /** `--fastpath-binpacking-enabled`. @default false */
  readonly fastPath?: boolean | undefined;
  /** `--salvo-scale-up`: several scale-ups before pods are looked at anew. @default false */
  readonly salvoScaleUp?: boolean | undefined;
  /** Keys of `--startup-taint`, `--ignore-taint` and `--status-taint`: templates lose them. */
  readonly startupTaints?: readonly string[] | undefined;
  /** `random` draws, from `seed`, what depends on map order or lots in the autoscaler. @default creation */
  readonly scanOrder?: 'creation' | 'random' | undefined;
  /** @default 0 */
  readonly seed?: number | undefined;
}

/** `grpc` asks an external server: here everything passes it. `price` does not exist with Cluster API. */
export type ExpanderName = 'least-waste' | 'most-pods' | 'least-nodes' | 'random' | 'priority' | 'grpc';

export interface PriorityTier {
  /** Higher goes first; below -1 a tier never wins. */
  readonly priority: number;
  /** RE2, searched for anywhere in the id of the node group. */
  readonly patterns: readonly string[];
}

export interface TotalLimit {
  readonly min?: bigint | undefined;
  readonly max: bigint;
}

export interface NodeGroup {
  /** `MachineDeployment/<namespace>/<name>` */
  readonly id: string;
  readonly minSize: number;
  readonly maxSize: number;
  /** Machines asked for. Those that are not among `nodes` count as on their way. */
  readonly targetSize: number;
  /** What a new node looks like; absent, the group cannot be scaled. */
  readonly template?: TemplateNode | undefined;
  /** Why there is no template, for the report. */
  readonly templateProblem?: string | undefined;
}

/** What a new node of a group is taken for. The parts that `kubernetes/scale-from-zero/template-node.ts` reads fit in as they are. */
export interface TemplateNode {
  /** Each new node gets its own hostname in place of the one here. */
  readonly labels: Readonly<Record<string, string>> | ReadonlyMap<string, string>;
  /** Those that a new node loses by itself may be among them. */
  readonly taints?: readonly TemplateTaint[] | undefined;
  readonly capacity: ResourceList | NanoAmounts;
  /** @default capacity */
  readonly allocatable?: ResourceList | NanoAmounts | undefined;
  /** How many volumes of each driver a node can attach; without a limit, any number. */
  readonly csiDrivers?: readonly { readonly name: string; readonly limit?: number }[] | undefined;
  /** Made from a live node. False: from annotations, so DaemonSets are charged on top of `pods`. */
  readonly warm: boolean;
  /** Static pods, and for a warm template the DaemonSet pods too: every new node runs them. */
  readonly pods?: readonly Pod[] | undefined;
}

/** The effect is any text here, because annotations may hold any. */
export interface TemplateTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

export interface LiveNode {
  readonly node: Node;
  /** Absent: no group of the autoscaler's. */
  readonly nodeGroup?: string | undefined;
  /** Not ready: it counts for limits and takes no pods. @default true */
  readonly ready?: boolean | undefined;
  /** Cordoned. @default false */
  readonly unschedulable?: boolean | undefined;
}

export interface PendingPod extends KarpenterPendingPod {
  /** Uid of the owner that controls the pod; pods without one are each looked at alone. */
  readonly controllerUid?: string | undefined;
  /** Below -10 the autoscaler does not look at a pod. @default 0 */
  readonly priority?: number | undefined;
}

/** A CapacityQuota, or any limit on the sum of node capacities. */
export interface Quota {
  readonly name: string;
  /** Which nodes count, by label. @default all */
  readonly selector?: LabelSelector | undefined;
  /** `nodes` or a resource name, to a whole amount in its unit: cores, bytes, pieces. */
  readonly limits: ReadonlyMap<string, bigint>;
}
