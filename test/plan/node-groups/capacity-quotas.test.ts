import { expect, it } from 'vitest';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import { capacityQuotas } from '../../../src/plan/node-groups/capacity-quotas.ts';
import { compiledCase } from '../harness.ts';

const POOLS = `default:
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {limit_strategy: quota, max_types: 2}
  requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]
`;

/** The same output for an autoscaler that runs with another value of the flag. */
function withFlag(compiled: CompiledCluster, value: string | undefined): CompiledCluster {
  const { clusterApi } = compiled;
  if (clusterApi?.autoscaler === undefined) throw new Error('the pool is the autoscaler’s');
  const { 'capacity-quotas-enabled': _own, ...flags } = clusterApi.autoscaler.flags;
  const changed = value === undefined ? flags : { ...flags, 'capacity-quotas-enabled': value };
  return {
    ...compiled,
    clusterApi: { ...clusterApi, autoscaler: { ...clusterApi.autoscaler, flags: changed } },
  };
}

it('CapacityQuotas hold where the autoscaler is told to heed them, and only there', () => {
  const compiled = compiledCase({ pools: POOLS, backend: 'cluster-autoscaler' });
  const quotas = capacityQuotas(compiled);
  expect(quotas.map(({ limits }) => limits.get('cpu'))).toEqual([64n]);
  expect(capacityQuotas(withFlag(compiled, 'true'))).toEqual(quotas);
  expect(capacityQuotas(withFlag(compiled, 'false'))).toEqual([]);
  expect(capacityQuotas(withFlag(compiled, undefined))).toEqual([]);
});
