import type { LabelSelector } from './label-selector.ts';
import type { ObjectMeta } from './object-meta.ts';

/** The parts of core/v1 Pod that decide where a pod can run. Absent fields mean what the API's zero value means. */
export interface Pod {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: PodStatus;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: Affinity;
  readonly tolerations?: readonly Toleration[];
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  /** Requests of the pod as a whole. */
  readonly resources?: ResourceRequirements;
  readonly overhead?: ResourceList;
  readonly volumes?: readonly Volume[];
  readonly resourceClaims?: readonly { readonly name: string }[];
  readonly hostNetwork?: boolean;
  readonly runtimeClassName?: string;
  readonly priorityClassName?: string;
  /** Higher goes first. @default 0 */
  readonly priority?: number;
  readonly schedulerName?: string;
}

/** Resource name to quantity text. */
export type ResourceList = Readonly<Record<string, string>>;

export interface ResourceRequirements {
  readonly requests?: ResourceList;
  readonly limits?: ResourceList;
  readonly claims?: readonly { readonly name: string }[];
}

export interface Container {
  readonly name: string;
  readonly resources?: ResourceRequirements;
  readonly ports?: readonly ContainerPort[];
  /** `Always` on an init container makes it a sidecar. */
  readonly restartPolicy?: string;
}

export interface ContainerPort {
  readonly containerPort?: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  /** @default TCP */
  readonly protocol?: string;
}

export interface Toleration {
  readonly key?: string;
  /** @default Equal */
  readonly operator?: 'Exists' | 'Equal' | 'Gt' | 'Lt';
  readonly value?: string;
  readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

export interface Affinity {
  readonly nodeAffinity?: {
    readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[];
  };
  readonly podAffinity?: PodAffinity;
  readonly podAntiAffinity?: PodAffinity;
}

export interface NodeSelector {
  /** Alternatives. */
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  readonly matchFields?: readonly NodeSelectorRequirement[];
}

export interface NodeSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt' | 'Gte' | 'Lte';
  readonly values?: readonly string[];
}

export interface PreferredSchedulingTerm {
  readonly weight?: number | undefined;
  readonly preference?: NodeSelectorTerm;
}

export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
}

export interface PodAffinityTerm {
  readonly topologyKey: string;
  readonly labelSelector?: LabelSelector;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

export interface WeightedPodAffinityTerm {
  readonly weight?: number | undefined;
  readonly podAffinityTerm: PodAffinityTerm;
}

export interface TopologySpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly labelSelector?: LabelSelector;
  readonly minDomains?: number;
  /** @default Honor */
  readonly nodeAffinityPolicy?: 'Honor' | 'Ignore';
  /** @default Ignore */
  readonly nodeTaintsPolicy?: 'Honor' | 'Ignore';
  readonly matchLabelKeys?: readonly string[];
}

export interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: { readonly volumeClaimTemplate?: { readonly spec: PersistentVolumeClaimSpec } };
}

export interface PersistentVolumeClaimSpec {
  readonly storageClassName?: string;
  readonly volumeName?: string;
}

export interface PodStatus {
  /** Pending, Running, Succeeded, Failed or Unknown. */
  readonly phase?: string;
  readonly conditions?: readonly PodCondition[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly nominatedNodeName?: string;
}

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

export interface ContainerStatus {
  readonly name: string;
  /** What the kubelet has set, while a resize is under way. */
  readonly resources?: ResourceRequirements;
  /** What the node has admitted. */
  readonly allocatedResources?: ResourceList;
}
