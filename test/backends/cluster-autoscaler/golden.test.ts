import { describe, expect, it } from 'vitest';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import { clusterOf, manifests, ON_DEMAND, typesText } from '../cluster-api-harness.ts';

function text(cluster: CompiledCluster): string {
  const { clusterApi, pools } = cluster;
  return manifests([
    ...pools.flatMap(({ machines }) => machines?.objects ?? []),
    ...(clusterApi?.objects ?? []),
  ]);
}

/** The example of the specification: three zones of one type. */
const BATCH = `
labels: { team: data }
node_class: { ami: al2023@latest, instance_profile: nodes, volumeSize: 100Gi }
limits: { cpu: "40", memory: 160Gi }
taints: [{ key: role, value: batch, effect: NoSchedule }]
disruption: { consolidate_after: 5m }
${typesText('m5.xlarge')}`;

describe('pools for the Cluster Autoscaler', () => {
  it('become MachineDeployments that say what their nodes will be', async () => {
    const cluster = clusterOf({ backend: 'cluster-autoscaler', pools: { batch: BATCH } });
    expect(cluster.failed).toBe(false);
    await expect(text(cluster)).toMatchFileSnapshot('golden/batch.yaml');
  });

  it('have the options of theirs that Cluster API knows', async () => {
    const cluster = clusterOf({
      backend: 'cluster-autoscaler',
      clusterApi: 'machine_taint_propagation: true',
      settings: 'private_subnet_tags: { a: b }',
      pools: {
        web: `
labels: { example.com/team: web, node-role.kubernetes.io/web: "" }
weight: 5
limits: { cpu: "64" }
taints: [{ key: web, effect: NoSchedule }]
startup_taints: [{ key: cilium, value: starting, effect: NoSchedule }]
termination_grace_period: 90s
disruption: { consolidation_policy: WhenEmpty, consolidate_after: Never }
cluster_api:
  max_size: 4
  min_size: 2
  limit_strategy: quota
  annotated_resources: capacity
  price_tiers: 2
  max_surge: "2"
  max_unavailable: 25%
  deletion_order: Oldest
  scale_down: { unready_time: 10m }
  max_node_provision_time: 20m
  csi_drivers: { ebs.csi.aws.com: 20, efs.csi.aws.com: 0 }
  health_check: { unhealthy_after: 2m }
requirements:
  - { key: node.kubernetes.io/instance-type, operator: In, values: [m7g.large, m7i.large] }
  - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand, spot] }
  - { key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a] }
  - { key: kubernetes.io/arch, operator: In, values: [amd64, arm64] }`,
        gpu: `
node_class: { ami: al2023@latest, instance_profile: nodes, volumeSize: 100Gi, gpu_enabled: true }
limits: { nvidia.com/gpu: "4" }
cluster_api: { dra_driver: gpu.nvidia.com, limit_strategy: split }
requirements:
  - { key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge] }
  - { key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1b] }
  ${ON_DEMAND}`,
      },
    });
    await expect(text(cluster)).toMatchFileSnapshot('golden/options.yaml');
  });

  it('become workers of a topology', async () => {
    const cluster = clusterOf({
      backend: 'cluster-autoscaler',
      clusterApi:
        'output: topology, topology: { worker_class: workers, variables: { instance_type: type, spot: isSpot } }',
      pools: {
        batch: `
labels: { node.cluster.x-k8s.io/team: data }
limits: { cpu: "40" }
termination_grace_period: 90s
cluster_api: { health_check: {}, limit_strategy: quota, deletion_order: Newest }
${typesText('m5.xlarge')}`,
      },
    });
    expect(cluster.failed).toBe(false);
    await expect(text(cluster)).toMatchFileSnapshot('golden/topology.yaml');
  });
});
