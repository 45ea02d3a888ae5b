import type { Span } from '../diagnostics/span.ts';
import type { DaemonSet } from '../kubernetes/api/daemon-set.ts';
import type { CsiNode, Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { ObjectMeta } from '../kubernetes/api/object-meta.ts';
import type { Pod, PodSpec, PodStatus } from '../kubernetes/api/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../kubernetes/api/storage.ts';

/** What has to run on a cluster, read from manifests and dumps, with the API server's defaults filled in. */
export interface Workloads {
  /** To be placed, sorted by uid. */
  readonly pods: readonly WorkloadPod[];
  /** Already on a node. */
  readonly boundPods: readonly Pod[];
  /** By uid: what pods that are on a node were read from. @default nothing is known */
  readonly boundTemplates?: ReadonlyMap<string, WorkloadTemplate>;
  readonly daemonSets: readonly DaemonSet[];
  readonly nodes: readonly Node[];
  readonly nodeClaims: readonly NodeClaim[];
  readonly namespaces: readonly { readonly metadata: ObjectMeta }[];
  readonly persistentVolumeClaims: readonly PersistentVolumeClaim[];
  readonly persistentVolumes: readonly PersistentVolume[];
  readonly storageClasses: readonly StorageClass[];
  readonly csiNodes: readonly CsiNode[];
}

export interface WorkloadPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly createdAtSeconds: number;
  /** One object for all replicas of a controller. */
  readonly template: WorkloadTemplate;
}

export interface WorkloadTemplate {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
  /** The controller that people know: a Deployment rather than its ReplicaSet. Absent for a bare pod. */
  readonly owner?: WorkloadOwner | undefined;
  /**
   * Where a part of the pod is written: a JSON pointer from the pod's root (`/spec/nodeSelector/disk`). Where that part
   * was filled in by a default, the nearest thing that is written. Recovers positions on the first call.
   */
  readonly locate: (pointer: string) => Span;
}

export interface WorkloadOwner {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}
