import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compiledPools, importText, told } from './harness.ts';
import { deployment, type MachineObject, machineObjects, manifests, TEMPLATES } from './machine-objects.ts';

/** By kind and name, in any order. */
function keyed(objects: readonly MachineObject[]): Readonly<Record<string, MachineObject>> {
  return Object.fromEntries(
    objects.map((object) => [`${object.kind}/${(object.metadata as { name: string }).name}`, object]),
  );
}

describe('MachineDeployments that poolwright made', () => {
  it.each(['edge', 'lab'])('come back with the same names, templates and sizes: %s', (cluster) => {
    const settings = readFileSync(`clusters/${cluster}.yaml`, 'utf8');
    const defaults = readFileSync('clusters/_defaults.yaml', 'utf8');
    const named = settings.replace(/^poolwright:\n/m, `poolwright:\n  cluster: ${cluster}\n`);
    const before = machineObjects(compiledPools(named, defaults));
    expect(before.length).toBeGreaterThan(10);
    const result = importText(manifests(before));
    // How a limit is split over zones follows from all its resources; sizes alone do not tell which of them was short.
    expect(told(result).filter((text) => !/^PW9312 .* its size of /.test(text))).toEqual([]);
    const after = machineObjects(compiledPools(result.text ?? ''));
    expect(withoutSizes(after)).toEqual(withoutSizes(before));
    expect(result.diagnostics.length).toBeLessThanOrEqual(2);
  });
});

function withoutSizes(objects: readonly MachineObject[]): unknown {
  return JSON.parse(JSON.stringify(keyed(objects)).replaceAll(/(-node-group-max-size":")\d+/g, '$1'));
}

describe('MachineDeployments of other hands', () => {
  const text = `${deployment('prod-workers-eu-west-1a', 'eu-west-1a')}${deployment('prod-workers-eu-west-1b', 'eu-west-1b')}${TEMPLATES}`;

  it('of several zones are one pool, and are replaced by others', () => {
    const result = importText(text);
    expect(told(result)).toMatchInlineSnapshot(`
      [
        "PW9310 pool \`workers\`: MachineDeployments \`prod-workers-eu-west-1a\` and \`prod-workers-eu-west-1b\` are replaced by \`prod-workers-m5-xlarge-eu-west-1a-od\` and \`prod-workers-m5-xlarge-eu-west-1b-od\`, which replaces all their machines",
        "PW9312 AWSMachineTemplate \`workers\`: \`iamInstanceProfile\` is absent and becomes \`nodes.cluster-api-provider-aws.sigs.k8s.io\`",
        "PW9303 AWSMachineTemplate \`workers\`: \`tenancy\` is not carried over",
      ]
    `);
    expect(result.text).toMatchInlineSnapshot(`
      "# Written by \`poolwright import\` from objects of a cluster.
      # Applying what this compiles to REPLACES NODES: the comments of the pools say which and why.
      # \`defaults: 0\` keeps built-in values out of a pool that had none: filling one in would replace its nodes or
      #   change what it may launch.
      # PW9303: AWSMachineTemplate \`workers\`: \`tenancy\` is not carried over.

      poolwright:
        cluster: prod
        backend: cluster-autoscaler
        kubernetes_version: "1.33.4"
        zones: [eu-west-1a, eu-west-1b]
        cluster_api:
          cluster_name: prod
          namespace: capi
          api_version: v1beta1
          bootstrap: kubeadm

      karpenter:
        node_pools:
          # PW9310: pool \`workers\`: MachineDeployments \`prod-workers-eu-west-1a\` and \`prod-workers-eu-west-1b\` are
          #   replaced by \`prod-workers-m5-xlarge-eu-west-1a-od\` and \`prod-workers-m5-xlarge-eu-west-1b-od\`, which
          #   replaces all their machines.
          # PW9312: AWSMachineTemplate \`workers\`: \`iamInstanceProfile\` is absent and becomes
          #   \`nodes.cluster-api-provider-aws.sigs.k8s.io\`.
          workers:
            defaults: 0
            node_class:
              ami_family: Custom
              ami:
                - id: ami-0abc
              block_device_mappings:
                - device_name: /dev/xvda
                  ebs:
                    volume_size: 80Gi
                    volume_type: gp3
              kubelet:
                max_pods: 110
            labels:
              disk: big
              node-role.kubernetes.io/worker: ""
              team: data
            requirements:
              - key: node.kubernetes.io/instance-type
                operator: In
                values: [m5.xlarge]
              - key: topology.kubernetes.io/zone
                operator: In
                values: [eu-west-1a, eu-west-1b]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
            taints:
              - key: team
                value: data
                effect: NoSchedule
            termination_grace_period: 5m
            cluster_api:
              max_size: 10
              min_size: 2
      "
    `);
  });

  it('compile without an error', () => {
    const [pool] = compiledPools(importText(text).text ?? '');
    const sizes = pool?.machines?.nodeGroups.map(({ name, minSize, maxSize }) => [name, minSize, maxSize]);
    expect(sizes).toEqual([
      ['prod-workers-m5-xlarge-eu-west-1a-od', 1, 10],
      ['prod-workers-m5-xlarge-eu-west-1b-od', 1, 10],
    ]);
  });

  it('that nobody scales keep their number of machines', () => {
    const fixed = deployment('fixed', 'eu-west-1a')
      .replace(/^ +cluster\.x-k8s\.io\/cluster-api-autoscaler.*\n/gm, '')
      .replace('  clusterName: prod\n', '  clusterName: prod\n  replicas: 3\n');
    const [pool] = compiledPools(importText(fixed + TEMPLATES).text ?? '');
    expect(pool?.machines?.nodeGroups.map(({ minSize, maxSize }) => [minSize, maxSize])).toEqual([[3, 3]]);
  });

  it.each([
    ['without their template', deployment('a', 'eu-west-1a')],
    ['with sizes that are none', deployment('a', 'eu-west-1a', '{min: 5, max: 1}') + TEMPLATES],
    ['of other machines', deployment('a', 'eu-west-1a').replace('AWSMachineTemplate', 'DevMachineTemplate')],
    [
      'of several clusters',
      deployment('a', 'eu-west-1a') +
        deployment('b', 'eu-west-1a').replaceAll('clusterName: prod', 'clusterName: other') +
        TEMPLATES,
    ],
  ])('are told about: %s', (_what, objects) => {
    expect(told(importText(objects))).toMatchSnapshot();
  });
});
