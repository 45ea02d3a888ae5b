import { expect, it } from 'vitest';
import type { BackendName } from '../../src/model/backend-name.ts';
import { clusterCostAtLimits } from '../../src/plan/cluster-cost-at-limits.ts';
import { planCluster } from '../../src/plan/plan-cluster.ts';
import { planInput } from './harness.ts';

const BOUNDED = `general:
  limits: {cpu: 64, memory: 256Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i, c7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
spot:
  limits: {cpu: 30, memory: 400Gi}
  requirements:
    - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["8"]}
`;

const STATIC = `static:
  replicas: 2
  limits: {nodes: 4}
  requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large, c7i.large]}]
`;

const UNBOUNDED = `endless:
  requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]
`;

it.each<[string, string, BackendName]>([
  ['of Karpenter', BOUNDED, 'karpenter'],
  ['of static ones', BOUNDED + STATIC, 'karpenter'],
  ['without limits', BOUNDED + UNBOUNDED, 'karpenter'],
  ['of the Cluster Autoscaler', BOUNDED, 'cluster-autoscaler'],
  [
    'under quotas',
    BOUNDED.replaceAll('  limits', '  cluster_api: {limit_strategy: quota}\n  limits'),
    'cluster-autoscaler',
  ],
  ['of Karpenter on Cluster API', BOUNDED.replace('[spot]', '[on-demand]'), 'karpenter-cluster-api'],
])('what pools can cost at most, %s, is what a plan says', (_what, pools, backend) => {
  const input = planInput({ pools, backend });
  const { cost, nodePools } = planCluster(input);
  const found = clusterCostAtLimits(input);
  expect(found.nodePools).toEqual(
    nodePools.map(({ name, cost: { atLimitsPerHourUsd, atLimitsReason } }) => ({
      name,
      atLimitsPerHourUsd,
      ...(atLimitsReason === undefined ? {} : { atLimitsReason }),
    })),
  );
  expect([found.atLimitsPerHourUsd, found.atLimitsReason]).toEqual([
    cost.atLimitsPerHourUsd,
    cost.atLimitsReason,
  ]);
  expect(found.nodePools.length).toBeGreaterThan(1);
});
