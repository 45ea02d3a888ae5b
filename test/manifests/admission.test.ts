import { describe, expect, it } from 'vitest';
import type { PodSpec } from '../../src/kubernetes/api/pod.ts';
import { check, findings, read, text } from './harness.ts';

/** The pod that a manifest's spec becomes, with other objects beside it. */
function admitted(spec: string, ...others: readonly string[]): PodSpec {
  const pod = `{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: web}}, spec: ${spec}}`;
  const { workloads, diagnostics } = read([pod, ...others]);
  expect(diagnostics).toEqual([]);
  const found = workloads.pods[0]?.template.spec;
  if (found === undefined) throw new Error('no pod');
  return found;
}

const requestsOf = ({ containers = [] }: PodSpec) => containers.map(({ resources }) => resources?.requests);

describe('requests', () => {
  it('come from limits, resource by resource, for init containers too', () => {
    const spec = admitted(
      '{containers: [{name: a, resources: {limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 100m}}}, {name: b}], initContainers: [{name: i, resources: {limits: {cpu: 2}}}]}',
    );
    expect(requestsOf(spec)).toEqual([{ cpu: '100m', memory: '1Gi' }, undefined]);
    expect(spec.initContainers?.[0]?.resources?.requests).toEqual({ cpu: '2' });
  });

  it('of the pod come from its limits where no container asks for the resource', () => {
    const spec = admitted(
      '{resources: {limits: {cpu: 2, memory: 1Gi, example.com/x: 1}}, containers: [{name: a, resources: {requests: {cpu: 1}}}]}',
    );
    expect(spec.resources?.requests).toEqual({ memory: '1Gi' });
  });

  it.each([
    ['cpu: 1', { cpu: '1' }],
    ['cpu: 0.5', { cpu: '0.5' }],
    ['cpu: 1e-3', { cpu: '0.001' }],
    ['memory: 1e9', { memory: '1000000000' }],
    ['memory: 1.5Gi', { memory: '1.5Gi' }],
    ['example.kubernetes.io/x: 1', { 'example.kubernetes.io/x': '1' }],
    ['cpu: null', { cpu: null }],
  ])('{%s} is text', (written, expected) => {
    const kept = Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, value ?? '0']));
    expect(requestsOf(admitted(`{containers: [{name: a, resources: {requests: {${written}}}}]}`))).toEqual([
      kept,
    ]);
  });
});

describe('LimitRanges', () => {
  const range = (limits: string, namespace = 'default', name = 'x') =>
    `{apiVersion: v1, kind: LimitRange, metadata: {name: ${name}, namespace: ${namespace}}, spec: {limits: [${limits}]}}`;
  const spec = '{containers: [{name: a, resources: {limits: {cpu: 4}}}], initContainers: [{name: i}]}';

  it.each([
    ['{type: Container, defaultRequest: {memory: 1Gi}}', { cpu: '4', memory: '1Gi' }],
    ['{type: Container, default: {memory: 2Gi}}', { cpu: '4', memory: '2Gi' }],
    ['{type: Container, max: {memory: 3Gi}}', { cpu: '4', memory: '3Gi' }],
    ['{type: Container, min: {memory: 4Gi}}', { cpu: '4', memory: '4Gi' }],
    ['{type: Container, min: {memory: 4Gi}, max: {memory: 8Gi}}', { cpu: '4', memory: '8Gi' }],
    ['{type: Container, defaultRequest: {memory: 1Gi}, max: {memory: 8Gi}}', { cpu: '4', memory: '1Gi' }],
    ['{type: Container, defaultRequest: {cpu: 1}}', { cpu: '4' }],
    ['{type: Pod, max: {memory: 3Gi}}', { cpu: '4' }],
    ['{type: PersistentVolumeClaim, max: {storage: 3Gi}}', { cpu: '4' }],
  ])('%s', (limits, expected) => {
    expect(requestsOf(admitted(spec, range(limits)))).toEqual([expected]);
  });

  it('hold in their namespace, for init containers too', () => {
    const limits = '{type: Container, defaultRequest: {memory: 1Gi}}';
    expect(requestsOf(admitted(spec, range(limits, 'other')))).toEqual([{ cpu: '4' }]);
    expect(admitted(spec, range(limits)).initContainers?.[0]?.resources?.requests).toEqual({ memory: '1Gi' });
  });

  it('give what the ones before them did not', () => {
    const ranges = [
      range('{type: Container, defaultRequest: {memory: 2Gi, ephemeral-storage: 1Gi}}', 'default', 'b'),
      range('{type: Container, defaultRequest: {memory: 1Gi}}', 'default', 'a'),
    ];
    expect(requestsOf(admitted(spec, ...ranges))).toEqual([
      { cpu: '4', memory: '1Gi', 'ephemeral-storage': '1Gi' },
    ]);
  });

  it('do not touch a pod that has been admitted', () => {
    const { workloads } = read([
      '{apiVersion: v1, kind: Pod, metadata: {name: a, uid: u}, spec: {containers: [{name: c}]}}',
      range('{type: Container, defaultRequest: {memory: 1Gi}}'),
    ]);
    expect(workloads.pods[0]?.template.spec).toEqual({ containers: [{ name: 'c' }] });
  });
});

describe('ports', () => {
  const portsOf = ({ containers = [] }: PodSpec) => containers[0]?.ports;

  it('are TCP unless they say otherwise', () => {
    expect(
      portsOf(admitted('{containers: [{name: a, ports: [{hostPort: 80}, {hostPort: 80, protocol: UDP}]}]}')),
    ).toEqual([
      { hostPort: 80, protocol: 'TCP' },
      { hostPort: 80, protocol: 'UDP' },
    ]);
  });

  it('are ports of the host on its network', () => {
    const ports = 'containers: [{name: a, ports: [{containerPort: 80}, {containerPort: 81, hostPort: 81}]}]';
    expect(portsOf(admitted(`{${ports}}`))?.map(({ hostPort }) => hostPort)).toEqual([undefined, 81]);
    expect(portsOf(admitted(`{hostNetwork: true, ${ports}}`))?.map(({ hostPort }) => hostPort)).toEqual([
      80, 81,
    ]);
  });
});

describe('tolerations', () => {
  const evictions = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
  }));
  const tolerationsOf = (tolerations: string, ...others: readonly string[]) =>
    admitted(`{tolerations: [${tolerations}], runtimeClassName: x, containers: [{name: a}]}`, ...others)
      .tolerations;
  const plain = '{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: x}}';

  it.each([
    ['', evictions],
    ['{operator: Exists}', [{ operator: 'Exists' }]],
    ['{operator: Exists, effect: NoSchedule}', [{ operator: 'Exists', effect: 'NoSchedule' }, ...evictions]],
    [
      '{key: node.kubernetes.io/not-ready, operator: Exists}',
      [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }, evictions[1]],
    ],
    ['{key: a, value: "", effect: ""}', [{ key: 'a' }, ...evictions]],
  ])('[%s]', (written, expected) => {
    expect(tolerationsOf(written, plain)).toEqual(expected);
  });

  it('of a runtime class join them; what another covers goes', () => {
    const runtimeClass =
      '{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: x}, scheduling: {tolerations: [{key: a, operator: Exists}, {key: b, value: c}]}}';
    expect(tolerationsOf('{key: a, value: x, effect: NoSchedule}, {key: b, value: c}', runtimeClass)).toEqual(
      [{ key: 'b', value: 'c' }, ...evictions, { key: 'a', operator: 'Exists' }],
    );
  });
});

describe('runtime classes', () => {
  const gvisor = text`
    ---
    apiVersion: node.k8s.io/v1
    kind: RuntimeClass
    metadata: {name: gvisor}
    handler: runsc
    overhead: {podFixed: {cpu: 250m}}
    scheduling: {nodeSelector: {sandbox: gvisor}}
  `;

  it('add overhead and node selector', () => {
    const spec = admitted(
      '{runtimeClassName: gvisor, nodeSelector: {disk: ssd}, containers: [{name: a}]}',
      gvisor,
    );
    expect(spec).toMatchObject({
      overhead: { cpu: '250m' },
      nodeSelector: { disk: 'ssd', sandbox: 'gvisor' },
    });
  });

  it('agree with the same overhead, however it is written', () => {
    const spec = admitted(
      '{runtimeClassName: gvisor, overhead: {cpu: 0.25}, containers: [{name: a}]}',
      gvisor,
    );
    expect(spec.overhead).toEqual({ cpu: '250m' });
  });

  it('refuse what contradicts them', () => {
    const pods = text`
      apiVersion: v1
      kind: Pod
      metadata: {name: a}
      spec: {runtimeClassName: gvisor, overhead: {cpu: 1}, containers: [{name: c}]}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: b}
      spec:
        template:
          spec:
            runtimeClassName: gvisor
            nodeSelector: {sandbox: kata}
            containers: [{name: c}]
    `;
    expect(check(pods + gvisor)).toMatchInlineSnapshot(`
      "error PW7022 @4:44-52 Pod \`default/a\` asks for another overhead than its RuntimeClass \`gvisor\`
        @18:18-24 the runtime class
        help: Kubernetes refuses such pods. Remove \`overhead\` from the pod. Pod \`default/a\` is left out.
      error PW7022 @13:31-35 Deployment \`default/b\` has another value for \`sandbox\` than its RuntimeClass \`gvisor\`
        @18:18-24 the runtime class
        help: Kubernetes refuses such pods. Remove \`nodeSelector.sandbox\` from the pod. Deployment \`default/b\` is left out."
    `);
  });

  it('that are not given are missed, once', () => {
    const pod = (name: string) =>
      `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {runtimeClassName: kata, containers: [{name: c}]}}\n`;
    expect(findings(`${pod('a')}---\n${pod('b')}`)).toMatchInlineSnapshot(`
      "warning PW7023 @1:75-79 the RuntimeClass \`kata\` is not given
        help: Its overhead, node selector and tolerations are not counted. Give its manifest too."
    `);
  });
});

describe('label keys', () => {
  const term = (keys: string) =>
    `{affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: zone, labelSelector: {matchLabels: {a: b}}, ${keys}}}]}}, containers: [{name: a}]}`;
  const selectorOf = ({ affinity }: PodSpec) =>
    affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.[0]?.podAffinityTerm
      .labelSelector;

  it('of affinity terms join the selector', () => {
    expect(selectorOf(admitted(term('matchLabelKeys: [app, none]')))).toEqual({
      matchLabels: { a: 'b' },
      matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }],
    });
    expect(selectorOf(admitted(term('mismatchLabelKeys: [app]')))?.matchExpressions).toEqual([
      { key: 'app', operator: 'NotIn', values: ['web'] },
    ]);
  });

  it('have joined it already in a dump', () => {
    const merged =
      '{affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, matchLabelKeys: [app], labelSelector: {matchExpressions: [{key: app, operator: In, values: [web]}]}}]}}, containers: [{name: a}]}';
    const { affinity } = admitted(merged);
    expect(
      affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.[0]?.labelSelector
        ?.matchExpressions,
    ).toEqual([{ key: 'app', operator: 'In', values: ['web'] }]);
  });

  it('of spread constraints stay, for Karpenter adds them itself', () => {
    const spread =
      '{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {}, matchLabelKeys: [app]}';
    expect(
      admitted(`{topologySpreadConstraints: [${spread}], containers: [{name: a}]}`).topologySpreadConstraints,
    ).toEqual([
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: {},
        matchLabelKeys: ['app'],
      },
    ]);
  });
});

describe('resource claims', () => {
  it('keep their pods, with a warning', () => {
    expect(
      check(text`
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: train}
        spec:
          replicas: 2
          template:
            spec:
              resourceClaims:
                - {name: gpu, resourceClaimTemplateName: gpu}
              containers: [{name: c, resources: {claims: [{name: gpu}]}}]
      `),
    ).toMatchInlineSnapshot(`
      "default/Deployment/train/00000 to train-1 (2) of Deployment: nothing
      warning PW7030 @9:9-54 Deployment \`default/train\` uses resource claims
        help: Dynamic resource allocation is not modelled: its pods are reported as unschedulable."
    `);
  });
});

describe('priorities', () => {
  const priorityClass = (name: string, value: number, more = '') =>
    `{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: ${name}}, value: ${value}${more}}`;
  const of = (spec: string, ...classes: readonly string[]) => {
    const { priority, priorityClassName } = admitted(
      `{containers: [{name: a}]${spec === '' ? '' : `, ${spec}`}}`,
      ...classes,
    );
    return [priorityClassName, priority];
  };
  const isDefault = ', globalDefault: true';

  it('are those of the class that a pod names', () => {
    expect(of('priorityClassName: low', priorityClass('low', -100))).toEqual(['low', -100]);
    expect(of('priorityClassName: low, priority: -100', priorityClass('low', -100))).toEqual(['low', -100]);
    expect(of('priorityClassName: system-cluster-critical')).toEqual(['system-cluster-critical', 2e9]);
    expect(of('priorityClassName: system-node-critical')).toEqual(['system-node-critical', 2_000_001_000]);
  });

  it('come from the default class where a pod names none, of several from the lowest', () => {
    expect(of('', priorityClass('low', -5))).toEqual([undefined, undefined]);
    expect(of('', priorityClass('b', 5, isDefault), priorityClass('a', 9, isDefault))).toEqual(['b', 5]);
    expect(of('priorityClassName: low', priorityClass('low', -5), priorityClass('a', 9, isDefault))).toEqual([
      'low',
      -5,
    ]);
  });

  it('stay as they are written where the class is not given', () => {
    expect(of('priority: -1000')).toEqual([undefined, -1000]);
    expect(of('priorityClassName: gone, priority: 7')).toEqual(['gone', 7]);
    expect(of('priorityClassName: gone')).toEqual(['gone', undefined]);
  });

  it('stay as they are on pods of a cluster, whatever a class says now', () => {
    const pod =
      '{apiVersion: v1, kind: Pod, metadata: {name: a, uid: u}, spec: {priorityClassName: low, priority: 3, containers: [{name: a}]}}';
    const { workloads, diagnostics } = read([pod, priorityClass('low', -100)]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(workloads.pods[0]?.template.spec.priority).toBe(3);
  });

  it('other than that of the class are refused', () => {
    const pod = (spec: string) =>
      `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a}], ${spec}}}`;
    const codes = (spec: string, ...classes: readonly string[]) => {
      const { workloads, diagnostics } = read([pod(spec), ...classes]);
      return [workloads.pods.length, ...diagnostics.map(({ code, message }) => `${code} ${message}`)];
    };
    const refused = (name: string, value: number) => [
      0,
      `PW7026 Pod \`default/a\` has another priority than its PriorityClass \`${name}\`, which has ${value}`,
    ];
    expect(codes('priorityClassName: low, priority: 0', priorityClass('low', -100))).toEqual(
      refused('low', -100),
    );
    expect(codes('priority: 0', priorityClass('low', -100, isDefault))).toEqual(refused('low', -100));
    expect(codes('priorityClassName: system-node-critical, priority: 1')).toEqual(
      refused('system-node-critical', 2_000_001_000),
    );
  });
});
