export const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';
export const ARCH = 'kubernetes.io/arch';
export const OS = 'kubernetes.io/os';
export const ZONE = 'topology.kubernetes.io/zone';
export const ZONE_ID = 'topology.k8s.aws/zone-id';
export const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

/** What KWOK knows of a type itself, whatever its offerings say. Only their values count for `minValues`. */
export const TYPE_KEYS: ReadonlySet<string> = new Set([INSTANCE_TYPE, ARCH, OS, ZONE, CAPACITY_TYPE]);
