import type { LabelSelector } from './label-selector.ts';

/**
 * `karpenter.cluster.x-k8s.io/v1alpha1` ClusterAPINodeClass of Karpenter's provider for Cluster API (0.2): which
 * MachineDeployments a NodePool may grow. It is cluster-scoped and lives in the workload cluster.
 */
export interface ClusterApiNodeClassSpec {
  /**
   * Labels of MachineDeployments, in all namespaces and of all clusters: name the cluster in it.
   *
   * @default - those with an empty `node.cluster.x-k8s.io/karpenter-member`
   */
  readonly scalableResourceSelector?: LabelSelector;
}
