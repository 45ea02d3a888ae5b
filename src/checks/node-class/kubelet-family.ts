import { amiFamilyOf } from '../../kubernetes/api/ami-alias.ts';
import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

/** What the bootstrap code of a family makes of kubelet settings (Karpenter 1.14, pkg/providers/amifamily/bootstrap). */
export const kubeletFamily = nodeClassRule(
  { codes: ['PW3332'], needs: ['node_class.image_family'] },
  function* (nodeClass, pool) {
    const { kubelet } = nodeClass.spec;
    if (kubelet === undefined) return;
    const family = amiFamilyOf(nodeClass.spec);
    if (family === 'Custom') {
      yield finding(nodeClass, pool, {
        code: 'PW3332',
        path: ['kubelet'],
        blame: 'key',
        message:
          'Karpenter does not configure the kubelet of `Custom` images; it only computes with these settings',
        help: 'Set the same values in `user_data`, so that the nodes are as Karpenter expects them.',
      });
      return;
    }
    if (family === 'Bottlerocket' && kubelet.podsPerCore !== undefined) {
      yield finding(nodeClass, pool, {
        code: 'PW3332',
        path: ['kubelet', 'podsPerCore'],
        blame: 'key',
        message: '`pods_per_core` has no effect on Bottlerocket',
        help: 'Set `max_pods`.',
      });
    }
    if (family !== 'AL2023' && (kubelet.clusterDNS?.length ?? 0) > 1) {
      yield finding(nodeClass, pool, {
        code: 'PW3332',
        path: ['kubelet', 'clusterDNS', 1],
        message: `only the first DNS address reaches \`${family}\` nodes`,
        help: 'Keep one address, or use an AL2023 image.',
      });
    }
  },
);
