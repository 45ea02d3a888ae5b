/** Keys of labels that Karpenter on AWS puts onto nodes (Karpenter 1.14, pkg/apis/v1/labels.go). */
export const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';
export const ARCH = 'kubernetes.io/arch';
export const OS = 'kubernetes.io/os';
export const WINDOWS_BUILD = 'node.kubernetes.io/windows-build';
export const ZONE = 'topology.kubernetes.io/zone';
export const REGION = 'topology.kubernetes.io/region';
export const ZONE_ID = 'topology.k8s.aws/zone-id';
export const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

/** A key in the provider's own domain. */
export function awsLabel<Name extends string>(name: Name): `karpenter.k8s.aws/${Name}` {
  return `karpenter.k8s.aws/${name}`;
}

export const CAPACITY_RESERVATION_ID = awsLabel('capacity-reservation-id');
export const PLACEMENT_GROUP_ID = awsLabel('placement-group-id');
