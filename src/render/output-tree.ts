/** The folders of a cluster's output, by where their objects are applied. */
export const TREE_FOLDERS = {
  karpenter: 'karpenter/',
  management: 'cluster-api/management/',
  workload: 'cluster-api/workload/',
} as const;

/** `karpenter` and `workload` are for the cluster itself, `management` for the one that makes its machines. */
export type OutputTree = keyof typeof TREE_FOLDERS;

export const OUTPUT_TREES: readonly OutputTree[] = ['karpenter', 'management', 'workload'];

/**
 * Values for the Helm chart of the Cluster Autoscaler. `.yml`, because cdk8s-cli takes every `.yaml` of the output folder
 * for a manifest.
 */
export const AUTOSCALER_VALUES_PATH = 'cluster-api/autoscaler-values.yml';
