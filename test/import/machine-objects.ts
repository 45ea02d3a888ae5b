import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { writeYaml } from '../../src/documents/write-yaml.ts';
import type { CompiledPool } from '../../src/model/compilation.ts';

export interface MachineObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: object;
  readonly spec: unknown;
}

/** What poolwright renders of pools on Cluster API, workload cluster included. */
export function machineObjects(pools: readonly CompiledPool[]): readonly MachineObject[] {
  return pools.flatMap(({ machines, nodePool }) => [
    ...(machines?.objects ?? []).map(({ apiVersion, kind, name, namespace, labels, annotations, spec }) => ({
      apiVersion,
      kind,
      metadata: {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        ...(labels === undefined ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
      },
      spec,
    })),
    ...(nodePool === undefined
      ? []
      : [
          {
            apiVersion: nodePool.apiVersion,
            kind: nodePool.kind,
            metadata: { name: nodePool.name },
            spec: nodePool.spec,
          },
        ]),
  ]);
}

export function manifests(objects: readonly MachineObject[]): string {
  return objects.map((object) => `---\n${writeYaml(object as unknown as JsonValue)}`).join('');
}

const SIZES = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group';

/** A MachineDeployment that people wrote, of the machine in `TEMPLATES`. */
export function deployment(name: string, zone: string, sizes = '{min: 1, max: 10}'): string {
  const [, min = '', max = ''] = /min: (\d+), max: (\d+)/.exec(sizes) ?? [];
  return `---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata:
  name: ${name}
  namespace: capi
  annotations:
    ${SIZES}-min-size: "${min}"
    ${SIZES}-max-size: "${max}"
    capacity.cluster-autoscaler.kubernetes.io/labels: team=data
spec:
  clusterName: prod
  template:
    metadata: {labels: {node-role.kubernetes.io/worker: ""}}
    spec:
      clusterName: prod
      version: v1.33.4
      failureDomain: ${zone}
      nodeDrainTimeout: 5m
      bootstrap: {configRef: {apiVersion: bootstrap.cluster.x-k8s.io/v1beta1, kind: KubeadmConfigTemplate, name: workers}}
      infrastructureRef: {apiVersion: infrastructure.cluster.x-k8s.io/v1beta2, kind: AWSMachineTemplate, name: workers}
`;
}

export const TEMPLATES = `---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: AWSMachineTemplate
metadata: {name: workers, namespace: capi}
spec:
  template:
    spec: {instanceType: m5.xlarge, ami: {id: ami-0abc}, rootVolume: {size: 80, type: gp3}, tenancy: dedicated}
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfigTemplate
metadata: {name: workers, namespace: capi}
spec:
  template:
    spec:
      joinConfiguration:
        nodeRegistration:
          kubeletExtraArgs: {node-labels: "team=data,disk=big"}
          taints: [{key: team, value: data, effect: NoSchedule}]
`;
