import { poolKey } from '../../expansion/pool-key.ts';
import { CLUSTER_NAME_LABEL } from '../../expansion/keys.ts';
import { poolOrigin } from '../../expansion/machine-plan.ts';
import { KARPENTER_MEMBER_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import type { ClusterApiSettings } from '../../model/cluster-api.ts';
import type { ClusterApiObject } from '../../model/compilation.ts';
import type { Pool } from '../../model/pool.ts';

export const NODE_CLASS_GROUP = 'karpenter.cluster.x-k8s.io';
export const NODE_CLASS_KIND = 'ClusterAPINodeClass';

/**
 * The node class of a pool. Its selector names cluster and pool, because the provider looks at the MachineDeployments of
 * all clusters and namespaces that it can see.
 */
export function clusterApiNodeClass(
  pool: Pool,
  { clusterName, keyPrefix }: ClusterApiSettings,
): ClusterApiObject {
  return {
    tree: 'workload',
    apiVersion: `${NODE_CLASS_GROUP}/v1alpha1`,
    kind: NODE_CLASS_KIND,
    name: pool.name,
    spec: {
      scalableResourceSelector: {
        matchLabels: {
          [CLUSTER_NAME_LABEL]: clusterName.value,
          [KARPENTER_MEMBER_KEY]: '',
          [poolKey({ keyPrefix })]: pool.name,
        },
      },
    },
    origins: new Map([
      ['', poolOrigin(pool)],
      [`/spec/scalableResourceSelector/matchLabels/cluster.x-k8s.io~1cluster-name`, clusterName.origin],
    ]),
    pool: pool.name,
  };
}
