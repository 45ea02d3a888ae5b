/** Who creates the nodes. */
export type BackendName = 'karpenter' | 'cluster-autoscaler' | 'karpenter-cluster-api';
