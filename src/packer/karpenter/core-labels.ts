export const HOSTNAME = 'kubernetes.io/hostname';
export const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
export const ZONE = 'topology.kubernetes.io/zone';
export const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';
export const NODE_POOL = 'karpenter.sh/nodepool';
export const REGISTERED = 'karpenter.sh/registered';
export const INITIALIZED = 'karpenter.sh/initialized';
export const RESERVED = 'reserved';
