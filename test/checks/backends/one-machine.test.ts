import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixedBackends } from '../../../src/checks/backends/mixed-backends.ts';
import { oneMachine } from '../../../src/checks/backends/one-machine.ts';
import { builtInProvider } from '../../../src/create-provider.ts';
import type { JsonMap } from '../../../src/diagnostics/json-value.ts';
import type { CompiledCluster, CompiledMachines, CompiledPool } from '../../../src/model/compilation.ts';
import type { NodeGroup } from '../../../src/model/node-group.ts';
import { compiledCase } from '../../plan/harness.ts';
import { atDepth } from '../../at-depth.ts';

const provider = builtInProvider();

const POOL = `default:
  labels: {team: web, node-role.kubernetes.io/worker: ""}
  taints: [{key: team, value: web, effect: NoSchedule}]
  startup_taints: [{key: warming, effect: NoSchedule}]
  limits: {cpu: 100, memory: 400Gi}
  cluster_api: {max_types: 4}
  requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]
`;

function findings(compiled: CompiledCluster): string[] {
  const context = {
    cluster: compiled.cluster,
    labels: provider.labels(compiled.cluster),
    pools: compiled.pools,
  };
  return [...oneMachine.check(context)].map(
    ({ code, span, message }) => `${code} ${span.source.positionAt(span.start).line} ${message}`,
  );
}

/** As if the backend had made something else of the pool. */
function changed(
  change: (machines: CompiledMachines) => Partial<CompiledMachines>,
  backend: 'cluster-autoscaler' | 'karpenter-cluster-api' = 'cluster-autoscaler',
): string[] {
  const compiled = compiledCase({ pools: POOL, backend });
  const pools = compiled.pools.map((pool): CompiledPool => {
    if (pool.machines === undefined) throw new Error('the backend makes machines');
    return { ...pool, machines: { ...pool.machines, ...change(pool.machines) } };
  });
  return findings({ ...compiled, pools });
}

const annotated =
  (name: string, edit: (text: string) => string) =>
  ({ nodeGroups }: CompiledMachines) => ({
    nodeGroups: nodeGroups.map((group): NodeGroup => {
      const key = `capacity.cluster-autoscaler.kubernetes.io/${name}`;
      return { ...group, annotations: { ...group.annotations, [key]: edit(group.annotations[key] ?? '') } };
    }),
  });

const inObjects =
  (kind: string, edit: (text: string) => string) =>
  ({ objects }: CompiledMachines) => ({
    objects: objects.map((object) =>
      object.kind === kind
        ? { ...object, spec: JSON.parse(edit(JSON.stringify(object.spec))) as JsonMap }
        : object,
    ),
  });

describe('the same machine, whoever makes it', () => {
  it.each(['cluster-autoscaler', 'karpenter-cluster-api'] as const)('is what %s describes', (backend) => {
    expect(changed(() => ({}), backend)).toEqual([]);
  });

  it('differs where annotations say other amounts', () => {
    expect(changed(annotated('memory', () => '1Gi'))).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: \`memory\`: annotations say 1024Mi, it would have 355262Mi for pods",
      ]
    `);
    expect(changed(annotated('cpu', () => '64'))).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: \`cpu\`: annotations say 64000m, it would have 95690m for pods",
      ]
    `);
    expect(changed(annotated('maxPods', () => '9'))).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: \`pods\`: annotations say 9, it would have 737",
      ]
    `);
    expect(changed(annotated('ephemeral-disk', () => '1Ti'))).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: \`ephemeral-storage\`: annotations say 1048576Mi, it would have 17408Mi for pods",
      ]
    `);
    expect(changed(annotated('cpu', () => 'much'))).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: annotations do not say what a new node has",
      ]
    `);
  });

  it('differs where annotations or kubelets have other labels', () => {
    expect(
      changed(annotated('labels', (text) => text.replace('team=web', 'team=ops'))),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 10 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: label \`team\`: annotations say \`ops\`, Karpenter sets \`web\`",
      ]
    `);
    expect(
      changed(
        annotated('labels', (text) =>
          text.replace('topology.kubernetes.io/zone=eu-west-1', 'topology.kubernetes.io/zone=us-east-1'),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: label \`topology.kubernetes.io/zone\`: annotations say \`us-east-1a\`, Karpenter sets \`eu-west-1a\`",
      ]
    `);
    expect(
      changed(inObjects('NodeadmConfigTemplate', (text) => text.replace('team=web', 'team=ops'))),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 10 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: label \`team\`: the node gets \`ops\`, Karpenter sets \`web\`",
      ]
    `);
    expect(
      changed(
        inObjects('MachineDeployment', (text) =>
          text.replace('"node-role.kubernetes.io/worker":""', '"other":""'),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 10 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: label \`node-role.kubernetes.io/worker\`: the node gets nothing, Karpenter sets an empty value",
      ]
    `);
  });

  it('differs where annotations or kubelets have other taints', () => {
    expect(changed(annotated('taints', (text) => `${text},more:NoExecute`))).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: taint \`more:NoExecute\` of annotations is not the pool's",
      ]
    `);
    expect(
      changed(
        inObjects('NodeadmConfigTemplate', (text) =>
          text.replace('team=web:NoSchedule', 'team=web:NoExecute'),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 11 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: taint \`team=web:NoSchedule\` is not among those of kubelets",
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: taint \`team=web:NoExecute\` of kubelets is not the pool's",
      ]
    `);
    // Its annotation is never read.
    expect(
      changed(
        annotated('taints', () => 'more:NoExecute'),
        'karpenter-cluster-api',
      ),
    ).toEqual([]);
  });

  it('differs where templates ask for another machine or place', () => {
    expect(
      changed(
        inObjects('AWSMachineTemplate', (text) =>
          text.replaceAll(/"instanceType":"[^"]+"/g, '"instanceType":"t3.nano"'),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: instance type: the template says \`t3.nano\`, Karpenter's node would have \`m7i.24xlarge\`",
      ]
    `);
    expect(
      changed(
        inObjects('MachineDeployment', (text) =>
          text.replaceAll(/"failureDomain":"[^"]+"/g, '"failureDomain":"us-east-1a"'),
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "PW8022 9 a \`m7i.24xlarge\` of pool \`default\` (and 11 more of its node groups) is not the node that Karpenter would make: zone: the template says \`us-east-1a\`, Karpenter's node would have \`eu-west-1a\`",
      ]
    `);
  });

  it('is no finding where the whole capacity is annotated on purpose', () => {
    const pools = POOL.replace('max_types: 4', 'max_types: 4, annotated_resources: capacity');
    expect(findings(compiledCase({ pools, backend: 'cluster-autoscaler' }))).toEqual([]);
  });

  it('holds for any pool, format and way of annotating', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(
        fc.record({
          backend: fc.constantFrom('cluster-autoscaler' as const, 'karpenter-cluster-api' as const),
          bootstrap: fc.constantFrom('nodeadm', 'eks', 'kubeadm'),
          apiVersion: fc.constantFrom('v1beta1', 'v1beta2'),
          annotated: fc.constantFrom('allocatable', 'capacity'),
          families: fc.subarray(['m7i', 'c7i', 'r6g', 't3', 'g5', 'i4i'], { minLength: 1 }),
          labels: fc.dictionary(word, word, { maxKeys: 3 }),
          taints: fc.uniqueArray(
            fc.tuple(word, fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule')),
            {
              maxLength: 3,
              selector: ([key]) => key,
            },
          ),
          maxPods: fc.option(fc.integer({ min: 12, max: 250 }), { nil: undefined }),
          volume: fc.constantFrom('20Gi', '100Gi', '77Gi'),
        }),
        (given) => {
          // Without, kubeadm's nodes hold another number of pods, which is an error.
          const maxPods = given.maxPods ?? (given.bootstrap === 'kubeadm' ? 58 : undefined);
          const kubelet = maxPods === undefined ? '' : `, kubelet: {maxPods: ${maxPods}}`;
          const pools = `any:
  limits: {cpu: 400, memory: 4000Gi}
  labels: ${JSON.stringify(given.labels)}
  taints: ${JSON.stringify(given.taints.map(([key, effect]) => ({ key, effect })))}
  node_class: {volume_size: ${given.volume}${kubelet}}
  cluster_api: {max_types: 6, annotated_resources: ${given.annotated}}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: ${JSON.stringify(given.families)}}
    - {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["17"]}
    - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}
`;
          const settings = `cluster_api: {bootstrap: ${given.bootstrap}, api_version: ${given.apiVersion}}\n`;
          expect(findings(compiledCase({ pools, settings, backend: given.backend }))).toEqual([]);
        },
      ),
      { numRuns: atDepth(60) },
    );
  });
});

describe('pools with different backends', () => {
  const context = (pools: string) => {
    const compiled = compiledCase({ pools, backend: 'cluster-autoscaler' });
    return { cluster: compiled.cluster, labels: provider.labels(compiled.cluster), pools: compiled.pools };
  };

  it('are a warning, once, on the line that says so', () => {
    const found = [
      ...mixedBackends.check(context(`${POOL}${POOL.replace('default:', 'other:\n  backend: karpenter')}`)),
    ];
    expect(
      found.map(({ code, span, message }) => `${code} ${span.source.positionAt(span.start).line} ${message}`),
    ).toMatchInlineSnapshot(`
      [
        "PW8021 17 pool \`other\` has the backend \`karpenter\` and pool \`default\` \`cluster-autoscaler\`: for a pod that fits both, both make a node",
      ]
    `);
    expect([...mixedBackends.check(context(POOL))]).toEqual([]);
  });
});
