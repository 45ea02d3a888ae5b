import type { DaemonSet } from '../../kubernetes/api/daemon-set.ts';
import type { CsiNode, Node, NodeClaim } from '../../kubernetes/api/node.ts';
import type { NodePoolSpec } from '../../kubernetes/api/node-pool.ts';
import type { ObjectMeta } from '../../kubernetes/api/object-meta.ts';
import type { PodSpec, PodStatus, ResourceList, Pod } from '../../kubernetes/api/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../kubernetes/api/storage.ts';
import type { RequirementInput } from '../../kubernetes/requirement.ts';

/**
 * Everything one pass of Karpenter's scheduler sees: one batch of pending pods and the cluster they meet. Objects have
 * their API shape, and the defaults of the API server are already in them (requests from limits, `matchLabelKeys`). A field that is null
 * in JSON must be left out.
 */
export interface Problem {
  readonly options?: SchedulerOptions;
  readonly labels: LabelRules;
  /** In any order. */
  readonly nodePools: readonly PackerPool[];
  /** The pending pods. Their order matters only where Karpenter's does: for shared topology groups. */
  readonly pods: readonly PendingPod[];
  readonly nodes?: readonly Node[];
  readonly nodeClaims?: readonly NodeClaim[];
  /** Pods that already run. */
  readonly boundPods?: readonly Pod[];
  readonly daemonSets?: readonly DaemonSet[];
  /** `default` exists whether or not it is listed. */
  readonly namespaces?: readonly { readonly metadata: ObjectMeta }[];
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaim[];
  readonly persistentVolumes?: readonly PersistentVolume[];
  readonly storageClasses?: readonly StorageClass[];
  readonly csiNodes?: readonly CsiNode[];
}

/** Karpenter's settings, with its own defaults. */
export interface SchedulerOptions {
  /** Whether preferences start out as constraints. @default Respect */
  readonly preferencePolicy?: 'Respect' | 'Ignore' | undefined;
  /** @default Strict */
  readonly minValuesPolicy?: 'Strict' | 'BestEffort' | undefined;
  /** The feature gate. @default true */
  readonly reservedCapacity?: boolean | undefined;
  /** Pods with resource claims fail, daemons with them are ignored. Nothing else is modelled. @default true */
  readonly ignoreDRARequests?: boolean | undefined;
  /** How many types a NodeClaim may name. @default 600 */
  readonly maxInstanceTypes?: number | undefined;
  /** Leaves out the checks that make Karpenter ignore a pod before scheduling. @default false */
  readonly skipValidation?: boolean | undefined;
}

/** What Karpenter and its provider know about label keys. */
export interface LabelRules {
  /** All well-known keys, the core ones among them: new nodes may leave them undefined. */
  readonly wellKnown: ReadonlySet<string>;
  /** Domains, with all their subdomains, in which only well-known keys may be asked for; `karpenter.sh` among them. */
  readonly restrictedDomains: readonly string[];
  /** Deprecated key to current key, the core ones among them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The key whose value identifies a capacity reservation. */
  readonly reservationId: string;
}

export interface PackerPool {
  readonly metadata: ObjectMeta;
  readonly spec: Partial<NodePoolSpec>;
  /** A pool with conditions is ready only if one says so. */
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  /** In catalogue order, which decides ties. Pools may share one array, which is then encoded once. */
  readonly instanceTypes: readonly PackerInstanceType[];
}

export interface PackerInstanceType {
  readonly name: string;
  /** Each key once. A well-known key that a type lacks must be there as `DoesNotExist`, or it counts as undefined. */
  readonly requirements: readonly RequirementInput[];
  /** In the provider's order, which decides nothing but the naming of ties. */
  readonly offerings: readonly PackerOffering[];
  readonly capacity: ResourceList;
  readonly overhead?: Overhead;
}

export interface Overhead {
  readonly kubeReserved?: ResourceList;
  readonly systemReserved?: ResourceList;
  readonly evictionThreshold?: ResourceList;
}

export interface PackerOffering {
  readonly requirements: readonly RequirementInput[];
  /** USD per hour. Absent: usable, but dearer than everything that has a price. */
  readonly price?: number | undefined;
  readonly available: boolean;
  /** Instances left, for offerings of reserved capacity. @default 0 */
  readonly reservationCapacity?: number | undefined;
  readonly capacityOverride?: ResourceList | undefined;
  readonly overheadOverride?: Overhead | undefined;
}

export interface PendingPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** Seconds since 1970. Decides between pods that ask for the same amounts. */
  readonly createdAtSeconds: number;
  /** What the pod shares with its replicas. The same object for all of them makes packing fast. */
  readonly template: PendingPodTemplate;
}

export interface PendingPodTemplate {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
}
