/**
 * Annotations and labels by which the Cluster Autoscaler and Karpenter's provider for Cluster API know a scalable
 * object. Case counts. The group in some of them can be changed with the autoscaler's `CAPI_GROUP`; nobody does.
 */
export const MIN_SIZE_KEY = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size';
export const MAX_SIZE_KEY = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size';

/** What a node has before there is one. There are no other keys: no price, zone, instance type or reservation. */
export const CAPACITY_KEYS = {
  cpu: 'capacity.cluster-autoscaler.kubernetes.io/cpu',
  memory: 'capacity.cluster-autoscaler.kubernetes.io/memory',
  ephemeralDisk: 'capacity.cluster-autoscaler.kubernetes.io/ephemeral-disk',
  maxPods: 'capacity.cluster-autoscaler.kubernetes.io/maxPods',
  gpuCount: 'capacity.cluster-autoscaler.kubernetes.io/gpu-count',
  gpuType: 'capacity.cluster-autoscaler.kubernetes.io/gpu-type',
  draDriver: 'capacity.cluster-autoscaler.kubernetes.io/dra-driver',
  csiDriver: 'capacity.cluster-autoscaler.kubernetes.io/csi-driver',
  labels: 'capacity.cluster-autoscaler.kubernetes.io/labels',
  taints: 'capacity.cluster-autoscaler.kubernetes.io/taints',
} as const;

/** Followed by the name of an option in lower case. */
export const OPTION_PREFIX = 'cluster.x-k8s.io/autoscaling-options-';

/** Its presence counts, whatever its value. */
export const PAUSED_KEY = 'cluster.x-k8s.io/paused';

/** A label, with an empty value, of the MachineDeployments that belong to Karpenter's provider for Cluster API. */
export const KARPENTER_MEMBER_KEY = 'node.cluster.x-k8s.io/karpenter-member';

export type Annotations = Readonly<Record<string, string>>;

/** An annotation's text; an empty one counts as absent, as the autoscaler has it for capacities. */
export function annotation(annotations: Annotations, key: string): string | undefined {
  const text = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
  return text === '' ? undefined : text;
}
