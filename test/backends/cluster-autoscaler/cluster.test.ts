import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterOf, type Definition, found, typesText } from '../cluster-api-harness.ts';

const POOL = `limits: { cpu: "40" }\n${typesText('m5.xlarge')}`;

const TOPOLOGY =
  'output: topology, topology: { worker_class: w, variables: { instance_type: t } }, additional_sync_machine_labels: [capacity-type]';

/** Printed by a failure, and changed by `SEED=…`. */
const seed = Number(process.env['SEED'] ?? 20261121);

function setup(definition: Partial<Definition> = {}) {
  const cluster = clusterOf({ backend: 'cluster-autoscaler', pools: { batch: POOL }, ...definition });
  const setUp = cluster.clusterApi?.autoscaler;
  if (setUp === undefined) throw new Error('no setup');
  return setUp;
}

describe('the setup of the Cluster Autoscaler', () => {
  it('finds its own MachineDeployments only, and balances those of one shape', () => {
    expect(setup().flags).toEqual({
      'cloud-provider': 'clusterapi',
      namespace: 'kube-system',
      'node-group-auto-discovery':
        'clusterapi:namespace=clusters,clusterName=prod,poolwright.dev/autoscaler=cluster-autoscaler',
      expander: 'priority,least-waste',
      'balance-similar-node-groups': 'true',
      'balancing-label': [
        'node.cluster.x-k8s.io/poolwright-capacity-type',
        'node.cluster.x-k8s.io/poolwright-shape',
      ],
    });
  });

  it('says the same to the Helm chart, which takes a repeated flag under names that end in a number', () => {
    expect(setup({ clusterApi: 'key_prefix: example.com' }).values).toEqual({
      cloudProvider: 'clusterapi',
      clusterAPIMode: 'incluster-kubeconfig',
      autoDiscovery: {
        clusterName: 'prod',
        namespace: 'clusters',
        labels: [{ 'example.com/autoscaler': 'cluster-autoscaler' }],
      },
      extraArgs: {
        expander: 'priority,least-waste',
        'balance-similar-node-groups': 'true',
        'balancing-label_1': 'node.cluster.x-k8s.io/poolwright-capacity-type',
        'balancing-label_2': 'node.cluster.x-k8s.io/poolwright-shape',
      },
    });
  });

  it.each([
    ['generic', { 'balance-similar-node-groups': 'true' }],
    ['off', {}],
  ])('balances as it is told: %s', (balancing, expected) => {
    const { flags } = setup({ clusterApi: `balancing: ${balancing}` });
    const own = Object.entries(flags).filter(([name]) => name.startsWith('balanc'));
    expect(Object.fromEntries(own)).toEqual(expected);
  });

  it('names startup taints, turns on quotas, and holds smallest sizes, where pools need it', () => {
    const { flags } = setup({
      pools: {
        a: `startup_taints: [{ key: z, effect: NoSchedule }, { key: node.kubernetes.io/not-ready, effect: NoSchedule }]\ncluster_api: { min_size: 1 }\n${POOL}`,
        b: `startup_taints: [{ key: a, effect: NoSchedule }, { key: z, effect: NoExecute }]\ncluster_api: { limit_strategy: quota }\n${POOL}`,
      },
    });
    expect(flags).toMatchObject({
      'startup-taint': ['a', 'z'],
      'capacity-quotas-enabled': 'true',
      'enforce-node-group-min-size': 'true',
    });
  });

  it('is none without a pool of this backend', () => {
    const cluster = clusterOf({ backend: 'karpenter-cluster-api', pools: { batch: POOL } });
    expect(cluster.clusterApi).toBe(undefined);
  });
});

describe('the ConfigMap of the priority expander', () => {
  const priorities = (definition: Partial<Definition>) =>
    clusterOf({
      backend: 'cluster-autoscaler',
      pools: { batch: POOL },
      ...definition,
    }).clusterApi?.objects.find(({ kind }) => kind === 'ConfigMap')?.data?.['priorities'];

  it('has the higher weight first, whole names, and a place for what is not made here', () => {
    expect(priorities({ pools: { low: POOL, high: `weight: 50\n${POOL}` } })).toBe(
      `51:
  - '^MachineDeployment/clusters/prod-high-m5-xlarge-eu-west-1a-od$'
  - '^MachineDeployment/clusters/prod-high-m5-xlarge-eu-west-1b-od$'
  - '^MachineDeployment/clusters/prod-high-m5-xlarge-eu-west-1c-od$'
1:
  - '^MachineDeployment/clusters/prod-low-m5-xlarge-eu-west-1a-od$'
  - '^MachineDeployment/clusters/prod-low-m5-xlarge-eu-west-1b-od$'
  - '^MachineDeployment/clusters/prod-low-m5-xlarge-eu-west-1c-od$'
  - '.*'
`,
    );
  });

  it('splits a weight by price, in all pools alike', () => {
    const types = typesText('m5.xlarge', 'c5.4xlarge');
    const zone = '  - { key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a] }';
    const text = priorities({
      pools: {
        tiers: `weight: 2\nlimits: { cpu: "40" }\ncluster_api: { price_tiers: 2 }\n${types}\n${zone}`,
        plain: `weight: 3\nlimits: { cpu: "40" }\n${typesText('m5.large')}\n${zone}`,
      },
    });
    expect(text).toBe(
      `3001:
  - '^MachineDeployment/clusters/prod-plain-m5-large-eu-west-1a-od$'
2002:
  - '^MachineDeployment/clusters/prod-tiers-m5-xlarge-eu-west-1a-od$'
2001:
  - '^MachineDeployment/clusters/prod-tiers-c5-4xlarge-eu-west-1a-od$'
1:
  - '.*'
`,
    );
  });

  it('has patterns for the names that Cluster API makes of a topology, and no others', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-c1](?:[-a-c1]{0,44}[a-c1])?$/),
        fc.stringMatching(/^[a-z](?:[-a-z0-9]{0,20}[a-z0-9])?$/),
        fc.stringMatching(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/),
        (name, pool, random) => {
          const cluster = clusterOf({
            backend: 'cluster-autoscaler',
            clusterApi: `${TOPOLOGY}, cluster_name: "${name}"`,
            pools: { [pool]: POOL },
          });
          expect(found(cluster, 'PW903')).toEqual([]);
          const spec = cluster.clusterApi?.objects.find(({ kind }) => kind === 'Cluster')?.spec as {
            topology: { workers: { machineDeployments: readonly { name: string }[] } };
          };
          const names = spec.topology.workers.machineDeployments.map((entry) => entry.name);
          expect(names).toHaveLength(3);
          const text = cluster.clusterApi?.objects.find(({ kind }) => kind === 'ConfigMap')?.data?.[
            'priorities'
          ];
          const patterns = [...(text ?? '').matchAll(/'(\^.*)'/g)].map(([, one]) => new RegExp(one ?? ''));
          for (const entry of names) {
            const generated = `${name}-${entry}-${random}`;
            expect(generated.length).toBeLessThanOrEqual(63);
            const matching = patterns.filter((one) => one.test(`MachineDeployment/clusters/${generated}`));
            expect(matching).toHaveLength(1);
          }
        },
      ),
      { numRuns: 40, seed },
    );
  });

  it('cannot be for a cluster whose name leaves no room', () => {
    const name = 'c'.repeat(47);
    const cluster = clusterOf({
      backend: 'cluster-autoscaler',
      clusterApi: `${TOPOLOGY}, cluster_name: ${name}`,
      pools: { batch: POOL },
    });
    expect(found(cluster, 'PW903').map((line) => line.slice(0, 76))).toEqual([
      `PW9031 "${name}": \`${'c'.repeat(17)}`,
    ]);
  });

  it('is not there when nobody reads it', () => {
    expect(priorities({ clusterApi: 'expanders: [least-waste]' })).toBe(undefined);
  });
});

describe('pools together', () => {
  it('may not become more MachineDeployments than the cluster may have', () => {
    const cluster = clusterOf({
      backend: 'cluster-autoscaler',
      clusterApi: 'max_machine_deployments_per_cluster: 5',
      pools: { a: POOL, b: POOL },
    });
    expect(found(cluster, 'PW904')).toEqual([
      'PW9040 "5": the pools become 6 MachineDeployments, and the cluster may have 5',
    ]);
  });

  it('may not make two objects of one name', () => {
    const cluster = clusterOf({
      backend: 'karpenter-cluster-api',
      pools: {
        batch: `cluster_api: { price_tiers: 2 }\nlimits: { cpu: "40" }\n${typesText('m5.large', 'r5.4xlarge')}`,
        'batch-tier-1': POOL,
      },
    });
    expect(found(cluster, 'PW904')).toEqual([
      'PW9041 "batch-tier-1": pool `batch-tier-1` makes NodePool `batch-tier-1`, and so does pool `batch`',
    ]);
  });
});
