import { describe, expect, it } from 'vitest';
import { compileDefinition } from '../docs/definitions.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { readRecord } from '../../src/render/ownership-record.ts';
import { textOf } from './harness.ts';

/** The output of a cluster with one type in one zone, so that there is little of it. */
function files(backend: string, clusterApi = '', nodeClass = 'instance_profile: nodes') {
  const { clusters, diagnostics } = compileDefinition(`poolwright:
  backend: ${backend}
  region: eu-west-1
  zones: [eu-west-1a]
  kubernetes_version: "1.34.2"
  cluster_api: {namespace: clusters, ${clusterApi}}
node_pools:
  default:
    limits: {cpu: 16, memory: 64Gi}
    requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge]}]
    node_class: {${nodeClass}}
`);
  const [cluster] = clusters;
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual(
    [],
  );
  if (cluster === undefined) throw new Error('no cluster');
  return renderCluster(cluster);
}

function paths(output: ReturnType<typeof files>): readonly string[] {
  return output.map(({ path }) => path.replace(/-[0-9a-f]{8}\.yaml$/, '-HASH.yaml'));
}

describe('the output of Cluster API', () => {
  it('has a tree for each cluster, for the Cluster Autoscaler', () => {
    const output = files('cluster-autoscaler');
    expect(paths(output)).toMatchInlineSnapshot(`
      [
        ".poolwright.json",
        "DO_NOT_EDIT",
        "cluster-api/autoscaler-values.yml",
        "cluster-api/management/awsmachinetemplate-example-default-m7i-xlarge-od-HASH.yaml",
        "cluster-api/management/kustomization.yml",
        "cluster-api/management/machinedeployment-example-default-m7i-xlarge-eu-west-1a-od.yaml",
        "cluster-api/management/nodeadmconfigtemplate-example-default-od-HASH.yaml",
        "cluster-api/management/role-example-cluster-autoscaler.yaml",
        "cluster-api/management/rolebinding-example-cluster-autoscaler.yaml",
        "cluster-api/management/serviceaccount-example-cluster-autoscaler.yaml",
        "cluster-api/workload/configmap-cluster-autoscaler-priority-expander.yaml",
        "cluster-api/workload/kustomization.yml",
      ]
    `);
    expect(textOf(output, 'cluster-api/management/kustomization.yml')).toMatchInlineSnapshot(`
      "---
      # +argocd:skip-file-rendering
      apiVersion: kustomize.config.k8s.io/v1beta1
      kind: Kustomization
      resources:
        - awsmachinetemplate-example-default-m7i-xlarge-od-03757807.yaml
        - machinedeployment-example-default-m7i-xlarge-eu-west-1a-od.yaml
        - nodeadmconfigtemplate-example-default-od-a31b7138.yaml
        - role-example-cluster-autoscaler.yaml
        - rolebinding-example-cluster-autoscaler.yaml
        - serviceaccount-example-cluster-autoscaler.yaml
      "
    `);
    expect(textOf(output, 'cluster-api/autoscaler-values.yml')).toMatchInlineSnapshot(`
      "---
      # +argocd:skip-file-rendering
      autoDiscovery:
        clusterName: example
        labels:
          - poolwright.dev/autoscaler: cluster-autoscaler
        namespace: clusters
      cloudProvider: clusterapi
      clusterAPIMode: incluster-kubeconfig
      extraArgs:
        balance-similar-node-groups: "true"
        balancing-label_1: node.cluster.x-k8s.io/poolwright-capacity-type
        balancing-label_2: node.cluster.x-k8s.io/poolwright-shape
        expander: priority,least-waste
      "
    `);
  });

  it('has a tree for each cluster, for Karpenter', () => {
    expect(paths(files('karpenter-cluster-api'))).toMatchInlineSnapshot(`
      [
        ".poolwright.json",
        "DO_NOT_EDIT",
        "cluster-api/management/awsmachinetemplate-example-default-m7i-xlarge-od-HASH.yaml",
        "cluster-api/management/kustomization.yml",
        "cluster-api/management/machinedeployment-example-default-m7i-xlarge-eu-west-1a-od.yaml",
        "cluster-api/management/nodeadmconfigtemplate-example-default-od-HASH.yaml",
        "cluster-api/workload/clusterapinodeclass-default.yaml",
        "cluster-api/workload/kustomization.yml",
        "cluster-api/workload/nodepool-default.yaml",
      ]
    `);
  });

  it('says of every object where it comes from', () => {
    const objects = files('cluster-autoscaler').filter(({ path }) => path.endsWith('.yaml'));
    for (const { path, text } of objects) {
      expect(text, path).toMatch(/^ {4}poolwright\.dev\/source: "?clusters\/example\.yaml/m);
    }
  });

  it('records its templates', () => {
    const { templates, superseded } = readRecord(textOf(files('cluster-autoscaler'), '.poolwright.json'));
    expect(templates.map((name) => name.replace(/[0-9a-f]{8}$/, 'HASH'))).toEqual([
      'AWSMachineTemplate/clusters/example-default-m7i-xlarge-od-HASH',
      'NodeadmConfigTemplate/clusters/example-default-od-HASH',
    ]);
    expect(superseded).toEqual([]);
  });

  it('is in the version that is asked for', () => {
    const kubeadm =
      'ami: [{id: ami-1}], ami_family: AL2023, instance_profile: nodes, kubelet: {max_pods: 58}';
    const output = files(
      'cluster-autoscaler',
      'api_version: v1beta1, bootstrap: kubeadm, health_check: {}',
      kubeadm,
    );
    const versions = output.flatMap(({ path, text }) => {
      const version = /^apiVersion: (.*\.cluster\.x-k8s\.io\/.*|cluster\.x-k8s\.io\/.*)$/m.exec(text)?.[1];
      return version === undefined ? [] : [`${path.split(/[/-]/)[3]} ${version}`];
    });
    expect(versions).toEqual([
      'awsmachinetemplate infrastructure.cluster.x-k8s.io/v1beta2',
      'kubeadmconfigtemplate bootstrap.cluster.x-k8s.io/v1beta1',
      'machinedeployment cluster.x-k8s.io/v1beta1',
      'machinehealthcheck cluster.x-k8s.io/v1beta1',
    ]);
    const deployment = output.find(({ path }) => path.includes('/machinedeployment-'))?.text;
    expect(deployment).toMatch(/configRef:\n +apiVersion: bootstrap\.cluster\.x-k8s\.io\/v1beta1\n/);
    expect(deployment).toMatch(
      /infrastructureRef:\n +apiVersion: infrastructure\.cluster\.x-k8s\.io\/v1beta2\n/,
    );
  });

  it('has no templates with a ClusterClass', () => {
    const output = files(
      'cluster-autoscaler',
      'output: topology, topology: {worker_class: w, variables: {instance_type: instanceType}}',
    );
    expect(paths(output)).toMatchInlineSnapshot(`
      [
        ".poolwright.json",
        "DO_NOT_EDIT",
        "cluster-api/autoscaler-values.yml",
        "cluster-api/management/cluster-example.yaml",
        "cluster-api/management/kustomization.yml",
        "cluster-api/management/role-example-cluster-autoscaler.yaml",
        "cluster-api/management/rolebinding-example-cluster-autoscaler.yaml",
        "cluster-api/management/serviceaccount-example-cluster-autoscaler.yaml",
        "cluster-api/workload/configmap-cluster-autoscaler-priority-expander.yaml",
        "cluster-api/workload/kustomization.yml",
      ]
    `);
  });

  it('stands beside that of Karpenter', () => {
    const { clusters } = compileDefinition(`poolwright: {kubernetes_version: 1.34.2, zones: [eu-west-1a]}
node_pools: {a: {}, b: {backend: cluster-autoscaler, limits: {cpu: 16}}}`);
    const output = clusters[0] === undefined ? [] : paths(renderCluster(clusters[0]));
    expect(output.filter((path) => /karpenter\//.test(path))).toEqual([
      'karpenter/ec2nodeclass-a.yaml',
      'karpenter/kustomization.yml',
      'karpenter/nodepool-a.yaml',
    ]);
    expect(
      output.some((path) => path.startsWith('cluster-api/management/machinedeployment-example-b-')),
    ).toBe(true);
  });
});
