/** Reach the Node through Cluster API and change without a rollout, being in its own domain. */
export const POOL_LABEL = 'node.cluster.x-k8s.io/poolwright-pool';
/** Equal on machines that differ in zone and capacity type only. */
export const SHAPE_LABEL = 'node.cluster.x-k8s.io/poolwright-shape';

/** Beside the shape it keeps capacity types from being balanced against each other. */
export const MARKET_LABEL = 'node.cluster.x-k8s.io/poolwright-capacity-type';

export const CLUSTER_NAME_LABEL = 'cluster.x-k8s.io/cluster-name';
export const DEPLOYMENT_NAME_LABEL = 'cluster.x-k8s.io/deployment-name';

export const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
export const ZONE = 'topology.kubernetes.io/zone';
export const REGION = 'topology.kubernetes.io/region';
export const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';
export const ARCH = 'kubernetes.io/arch';
export const OS = 'kubernetes.io/os';

/** Key of the taint that Karpenter knows new nodes by and takes off them. */
export const UNREGISTERED_TAINT_KEY = 'karpenter.sh/unregistered';
