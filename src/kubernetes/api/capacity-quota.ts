import type { LabelSelector } from './label-selector.ts';

/**
 * `autoscaling.x-k8s.io` CapacityQuota of the Cluster Autoscaler, the same in v1alpha1 (1.36) and v1beta1 (1.37): how much
 * the nodes that a selector finds may have in all. Cluster-scoped, in the workload cluster, and looked at only with
 * `--capacity-quotas-enabled`.
 */
export interface CapacityQuotaSpec {
  /**
   * Labels of nodes; for a new node those of its template.
   *
   * @default - all nodes
   */
  readonly selector?: LabelSelector;

  readonly limits: {
    /**
     * `cpu`, `memory`, `nodes`, and what the provider knows, at most 20: whole numbers as text, with a decimal or binary
     * suffix. Counted in node capacity.
     */
    readonly resources: Readonly<Record<string, string>>;
  };
}
