import type { ClusterApiSettings } from '../../model/cluster-api.ts';

/** Of the label by which the Cluster Autoscaler finds its MachineDeployments, and which others lack. */
export const AUTOSCALER_VALUE = 'cluster-autoscaler';

export function autoscalerKey({ keyPrefix }: ClusterApiSettings): string {
  return `${keyPrefix.value}/autoscaler`;
}
