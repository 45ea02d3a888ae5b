import { describe, expect, it } from 'vitest';
import type { NodePoolSpec } from '../../../src/kubernetes/api/node-pool.ts';
import type { ClusterApiObject } from '../../../src/model/compilation.ts';
import {
  clusterOf,
  type Definition,
  found,
  manifests,
  ON_DEMAND,
  poolOf,
  typesText,
} from '../cluster-api-harness.ts';

const KPC = 'karpenter-cluster-api';
const TYPES = typesText('m5.xlarge');

function pool(body: string, more: Partial<Definition> = {}) {
  return poolOf({ backend: KPC, pools: { batch: body }, ...more }, 'batch');
}

function findings(body: string, more: Partial<Definition> = {}) {
  return found(clusterOf({ backend: KPC, pools: { batch: body }, ...more }), 'PW91');
}

describe("pools for Karpenter's provider for Cluster API", () => {
  it('become MachineDeployments without machines, and a NodePool that takes them', async () => {
    const compiled = pool(`
labels: { team: data }
limits: { cpu: "40", memory: 160Gi }
taints: [{ key: role, value: batch, effect: NoSchedule }]
startup_taints: [{ key: cilium, effect: NoSchedule }]
weight: 3
expire_after: 240h
disruption: { consolidate_after: 5m, budgets: [{ nodes: "1", reasons: [Drifted] }, {}] }
requirements:
  - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m5] }
  - { key: karpenter.k8s.aws/instance-size, operator: In, values: [xlarge] }
  - { key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a, eu-west-1c] }
  - { key: example.com/tier, operator: Exists }
  ${ON_DEMAND}`);
    const nodePool: ClusterApiObject[] =
      compiled.nodePool === undefined ? [] : [{ tree: 'workload', ...compiled.nodePool }];
    await expect(manifests([...(compiled.machines?.objects ?? []), ...nodePool])).toMatchFileSnapshot(
      'golden/batch.yaml',
    );
  });

  it('have annotations without what the NodePool does not say', () => {
    const [group] =
      pool(
        `limits: { cpu: "40" }\nnode_class: { ami: al2023@latest, instance_profile: nodes, volumeSize: 100Gi, gpu_enabled: true }\n${typesText('g5.xlarge')}`,
      ).machines?.nodeGroups ?? [];
    const labels = group?.annotations['capacity.cluster-autoscaler.kubernetes.io/labels'] ?? '';
    expect(labels.split(',').map((one) => one.split('=')[0])).toEqual([
      'karpenter.sh/capacity-type',
      'kubernetes.io/arch',
      'kubernetes.io/os',
      'node.kubernetes.io/instance-type',
      'topology.kubernetes.io/region',
      'topology.kubernetes.io/zone',
    ]);
    expect(group?.annotations).toMatchObject({
      'capacity.cluster-autoscaler.kubernetes.io/gpu-count': '1',
      'capacity.cluster-autoscaler.kubernetes.io/gpu-type': 'nvidia.com/gpu',
      'capacity.cluster-autoscaler.kubernetes.io/maxPods': '58',
    });
    expect(group).not.toHaveProperty('minSize');
    expect(group).not.toHaveProperty('priority');
  });
});

describe('what the provider cannot do', () => {
  it('is spot, reserved and a topology: errors, and nothing is made', () => {
    const spot =
      'requirements:\n  - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand, spot] }';
    expect(findings(`limits: { cpu: "4" }\n${spot}`)).toEqual([
      'PW9101 "spot": pool `batch` may have spot machines, and Karpenter\'s provider for Cluster API takes every machine for on-demand',
    ]);
    expect(pool(`limits: { cpu: "4" }\n${spot}`).machines).toBe(undefined);
    const topology = 'output: topology, topology: { worker_class: w, variables: { instance_type: t } }';
    expect(findings(`limits: { cpu: "4" }\n${TYPES}`, { clusterApi: topology })).toMatchObject([
      expect.stringContaining('PW9106 "topology"'),
    ]);
  });

  it.each([
    ['replicas: 3', 'PW9108 "3"'],
    ['disruption: { consolidation_policy: Balanced, consolidate_after: 1m }', 'PW9108 "Balanced"'],
    [
      'disruption: { consolidation_policy: WhenEmptyOrUnderutilized, consolidate_after: 1m }',
      'PW9107 "WhenEmptyOrUnderutilized"',
    ],
    ['cluster_api: { min_size: 3 }', 'PW9107 "3"'],
    ['cluster_api: { limit_strategy: quota }', 'PW9107 "quota"'],
    ['cluster_api: { scale_down: { unneeded_time: 3m } }', 'PW9107 "3m"'],
    ['limits: { nodes: 3 }', 'PW9107 "3"'],
  ])('is told where it is written: %s', (body, expected) => {
    const limits = body.startsWith('limits') ? '' : 'limits: { cpu: "40" }\n';
    expect(findings(`${limits}${body}\n${TYPES}`).map((line) => line.slice(0, line.indexOf(': ')))).toEqual([
      expected,
    ]);
  });

  it('is nothing for an ordinary pool', () => {
    expect(findings(`limits: { cpu: "40" }\ndisruption: { consolidate_after: 5m }\n${TYPES}`)).toEqual([]);
  });
});

describe('`minValues`', () => {
  const minValuesOf = (compiled: ReturnType<typeof pool>) =>
    compiled.nodePool?.spec.template.spec.requirements.flatMap(({ key, minValues }) =>
      minValues === undefined ? [] : [`${key} ${minValues}`],
    );

  it('are kept on keys that the NodePool has', () => {
    const body = `limits: { cpu: "40" }\nrequirements:\n  - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large, m6i.large], minValues: 2 }\n  - { key: failure-domain.beta.kubernetes.io/zone, operator: Exists, minValues: 3 }\n  ${ON_DEMAND}`;
    expect(minValuesOf(pool(body))).toEqual([
      'node.kubernetes.io/instance-type 2',
      'topology.kubernetes.io/zone 3',
    ]);
    expect(findings(body)).toEqual([]);
  });

  it('are a finding on others', () => {
    const body = `limits: { cpu: "40" }\nrequirements:\n  - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, m6i, c5], minValues: 3 }\n  ${ON_DEMAND}`;
    expect(minValuesOf(pool(body))).toEqual([]);
    expect(findings(body)).toEqual([
      'PW9109 "3": pool `batch` has MachineDeployments of at least 3 values of `karpenter.k8s.aws/instance-family`, and Karpenter is not told to keep as many open: each launch takes the first type by name that fits',
    ]);
  });

  it('are a finding where a price tier has fewer values', () => {
    const body = `cluster_api: { price_tiers: 2 }\nlimits: { cpu: "40" }\nrequirements:\n  - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large, r5.4xlarge], minValues: 2 }\n  ${ON_DEMAND}`;
    expect(JSON.stringify(pool(body).machines?.objects)).not.toContain('minValues');
    expect(findings(body).filter((line) => line.startsWith('PW9109'))).toHaveLength(1);
  });
});

describe("keys in the provider's domain", () => {
  it.each([
    ['labels: { karpenter.cluster.x-k8s.io/team: x }', 'karpenter.cluster.x-k8s.io/team'],
    ['labels: { a.karpenter.cluster.x-k8s.io/team: x }', 'a.karpenter.cluster.x-k8s.io/team'],
    ['labels: { capacity.karpenter.cluster.x-k8s.io/cpu: "4" }', undefined],
    ['labels: { otherkarpenter.cluster.x-k8s.io/team: x }', undefined],
  ])('are refused: %s', (body, key) => {
    const lines = findings(`limits: { cpu: "40" }\n${body}\n${TYPES}`);
    expect(lines.map((line) => line.slice(0, line.indexOf(': ')))).toEqual(
      key === undefined ? [] : [`PW9110 "${key}"`],
    );
  });

  it('are refused in requirements', () => {
    const body = `limits: { cpu: "40" }\n${TYPES}\n  - { key: karpenter.cluster.x-k8s.io/team, operator: In, values: [x] }`;
    expect(findings(body).map((line) => line.slice(0, 6))).toEqual(['PW9110']);
  });
});

describe("Karpenter's mark of new nodes", () => {
  it('is on nodes once, whoever else writes it', () => {
    const body = `limits: { cpu: "40" }\ntaints: [{ key: karpenter.sh/unregistered, effect: NoExecute }]\n${TYPES}`;
    const compiled = pool(body);
    const texts = (compiled.machines?.objects ?? [])
      .filter(({ kind }) => kind === 'NodeadmConfigTemplate')
      .map(({ spec }) => JSON.stringify(spec));
    expect(texts).toHaveLength(1);
    expect(texts[0]?.split('karpenter.sh/unregistered:NoExecute')).toHaveLength(2);
    expect(found(clusterOf({ backend: KPC, pools: { batch: body } }), 'PW8022')).toEqual([]);
  });
});

describe('price tiers', () => {
  const TWO = typesText('m5.large', 'r5.4xlarge');
  const nodePools = (compiled: ReturnType<typeof pool>) =>
    (compiled.machines?.objects ?? [])
      .filter(({ kind }) => kind === 'NodePool')
      .map(({ name, spec }) => {
        const { weight, template } = spec as NodePoolSpec;
        return { name, weight, types: template.spec.requirements[0]?.values };
      });

  it('are NodePools over the same MachineDeployments, the cheaper one first', () => {
    const compiled = pool(`cluster_api: { price_tiers: 2 }\nlimits: { cpu: "40" }\n${TWO}`);
    expect(compiled.nodePool).toBe(undefined);
    expect(nodePools(compiled)).toEqual([
      { name: 'batch-tier-1', weight: 1, types: ['m5.large'] },
      { name: 'batch-tier-2', weight: undefined, types: ['r5.4xlarge'] },
    ]);
  });

  it('lie between the weights of other pools', () => {
    const pools = {
      batch: `weight: 10\ncluster_api: { price_tiers: 2 }\nlimits: { cpu: "40" }\n${TWO}`,
      low: `limits: { cpu: "40" }\n${TYPES}`,
      high: `weight: 20\nlimits: { cpu: "40" }\n${TYPES}`,
    };
    expect(nodePools(poolOf({ backend: KPC, pools }, 'batch')).map(({ weight }) => weight)).toEqual([2, 1]);
    expect(poolOf({ backend: KPC, pools }, 'low').nodePool?.spec.weight).toBe(undefined);
    expect(poolOf({ backend: KPC, pools }, 'high').nodePool?.spec.weight).toBe(3);
  });

  it('leave written weights alone where there are none', () => {
    const compiled = pool(`weight: 42\nlimits: { cpu: "40" }\n${TWO}`);
    expect(compiled.nodePool?.spec.weight).toBe(42);
    // Too large a weight is an error of its own.
    expect(findings(`weight: 200\nlimits: { cpu: "40" }\n${TWO}`)).toEqual([]);
  });
});
