import type { Cluster } from '../../model/cluster.ts';

/** The minor number of the cluster's Kubernetes version (34 of `1.34`), if the definition gives it. */
export function kubernetesMinor(cluster: Cluster): number | undefined {
  const minor = /^v?1\.([0-9]{1,3})(?:\.|$)/.exec(cluster.settings.kubernetesVersion?.value ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}
