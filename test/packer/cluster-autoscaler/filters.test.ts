import { describe, expect, it } from 'vitest';
import type { PodSpec } from '../../../src/kubernetes/api/pod.ts';
import type { Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';
import { bound, group, HOSTNAME, liveNode, replicas, requesting, told, ZONE, zoneGroup } from './scene.ts';

const ZONES = ['a', 'b', 'c'].map((zone) => zoneGroup(zone, zone));
const LIVE = ['a', 'b', 'c'].map((zone) => liveNode(`n${zone}`, { [ZONE]: zone }, { unschedulable: true }));
const SELF = { labelSelector: { matchLabels: { app: 'p' } } };
const HARD = { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, ...SELF };

function pods(count: number, parts: PodSpec, request = '1') {
  return replicas('p', count, request, { spec: { ...requesting(request), ...parts } });
}

function apart(topologyKey: string): PodSpec {
  return {
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, ...SELF }] },
    },
  };
}

function together(topologyKey: string, app: string): PodSpec {
  const term = { topologyKey, labelSelector: { matchLabels: { app } } };
  return { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
}

function inZone(...values: readonly string[]): PodSpec {
  const terms = [{ matchExpressions: [{ key: ZONE, operator: 'In' as const, values }] }];
  return {
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
    },
  };
}

describe('the filters of the scheduler', () => {
  it.each<[string, Partial<Problem>, string]>([
    [
      'node selector',
      { pods: pods(1, { nodeSelector: { [ZONE]: 'x' } }) },
      'a node-affinity (topology.kubernetes.io/zone)',
    ],
    ['node affinity', { pods: pods(1, inZone('x')) }, 'a node-affinity (topology.kubernetes.io/zone)'],
    [
      'terms without conditions',
      {
        pods: pods(1, {
          affinity: {
            nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } },
          },
        }),
      },
      'a node-affinity (nodeSelectorTerms)',
    ],
    ['resources', { pods: pods(1, {}, '5') }, 'a resources (cpu)'],
    [
      'unknown resources',
      { pods: replicas('p', 1, { 'nvidia.com/gpu': '1', memory: '17Gi' }) },
      'a resources (memory, nvidia.com/gpu)',
    ],
    [
      'pods a node can hold',
      {
        nodeGroups: [group('a', { template: { capacity: { cpu: '4', memory: '1Gi', pods: '0' } } })],
        pods: pods(1, {}),
      },
      'a resources (pods)',
    ],
    [
      'a claim that is not there',
      { pods: pods(1, { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }) },
      'a volume (uses the claim `default/c`, which does not exist)',
    ],
    [
      'affinity to nobody',
      { pods: pods(1, together(ZONE, 'q')) },
      'a pod-affinity (topology.kubernetes.io/zone)',
    ],
    ['a topology key that nodes lack', { pods: pods(1, apart('rack')) }, ''],
    [
      'spread over a key that nodes lack',
      { pods: pods(1, { topologySpreadConstraints: [{ ...HARD, topologyKey: 'rack' }] }) },
      'a spread (rack)',
    ],
  ])('%s', (_title, parts, reason) => {
    const text = told({ nodeGroups: [zoneGroup('a', 'a')], pods: [], ...parts });
    expect(text).toBe(reason === '' ? 'loop 1: [a 1n/1p] a: a+1\na: p-0' : `p-0 left: ${reason}`);
  });

  it('tells host ports apart by protocol and address', () => {
    const port = (hostPort: number, rest: object = {}): PodSpec => ({
      containers: [
        { name: 'c', resources: { requests: { cpu: '1' } }, ports: [{ hostPort, protocol: 'TCP', ...rest }] },
      ],
    });
    const problem = (...specs: readonly PodSpec[]): Problem => ({
      nodeGroups: [group('a')],
      pods: specs.flatMap((spec, i) => replicas(`p${i}`, 1, '1', { spec })),
    });
    const nodes = (...specs: readonly PodSpec[]) =>
      told(problem(...specs))
        .split('\n')
        .at(-1);
    expect(nodes(port(80), port(80))).toBe('a: p0-0 | p1-0');
    expect(nodes(port(80), port(81))).toBe('a: p0-0 p1-0');
    expect(nodes(port(80), port(80, { protocol: 'UDP' }))).toBe('a: p0-0 p1-0');
    expect(nodes(port(80, { hostIP: '10.0.0.1' }), port(80, { hostIP: '10.0.0.2' }))).toBe('a: p0-0 p1-0');
  });
});

describe('spread over zones', () => {
  const spread = (more: object = {}): PodSpec => ({
    topologySpreadConstraints: [{ ...HARD, topologyKey: ZONE, ...more }],
  });

  it('knows only zones that have nodes', () => {
    expect(told({ nodeGroups: ZONES, pods: pods(3, spread()) })).toContain('a: p-0 p-1 p-2');
  });

  it('goes from zone to zone, a loop each, where nodes say that there are more', () => {
    expect(told({ nodeGroups: ZONES, nodes: LIVE, pods: pods(3, spread(), '3') })).toBe(
      [
        'loop 1: [a 1n/1p, b 1n/1p, c 1n/1p] a of a=b=c: a+1',
        'loop 2: [b 1n/1p, c 1n/1p] b of b=c: b+1',
        'loop 3: [c 1n/1p] c: c+1',
        'a: p-0',
        'b: p-1',
        'c: p-2',
      ].join('\n'),
    );
  });

  it.each<[string, object, string]>([
    [
      'minDomains counts missing zones as empty',
      { minDomains: 4 },
      'a: p-0\nb: p-1\nc: p-2\np-3 left: a spread (topology.kubernetes.io/zone); b spread',
    ],
    ['a larger skew allows more', { maxSkew: 2 }, 'a: p-0 p-1\nb: p-2 p-3'],
  ])('%s', (_title, more, expected) => {
    expect(told({ nodeGroups: ZONES, nodes: LIVE, pods: pods(4, spread(more)) })).toContain(expected);
  });

  it('counts zones that a pod cannot go to only if it says so', () => {
    const some = (policy: 'Honor' | 'Ignore') => {
      const spec = { ...spread({ nodeAffinityPolicy: policy }), ...inZone('a') };
      return told({ nodeGroups: ZONES, nodes: LIVE, pods: pods(2, spec) });
    };
    expect(some('Honor')).toContain('a: p-0 p-1');
    expect(some('Ignore')).toContain(
      'a: p-0\np-1 left: a spread (topology.kubernetes.io/zone); b node-affinity',
    );
  });

  it('counts zones that a pod does not tolerate unless it says otherwise', () => {
    const tainted = LIVE.map((one) => ({
      ...one,
      node: { ...one.node, spec: { taints: [{ key: 'x', effect: 'NoSchedule' as const }] } },
    }));
    const some = (policy: 'Honor' | 'Ignore') =>
      told({
        nodeGroups: ZONES.slice(0, 1),
        nodes: tainted,
        pods: pods(2, spread({ nodeTaintsPolicy: policy })),
      });
    expect(some('Ignore')).toContain('a: p-0\np-1 left: a spread');
    expect(some('Honor')).toContain('a: p-0 p-1');
  });

  it('takes label keys of the pod into the selector', () => {
    const revision = (hash: string) =>
      replicas('p', 1, '1', {
        uid: hash,
        controllerUid: hash,
        spec: { ...requesting('1'), ...spread({ matchLabelKeys: ['hash'] }) },
      }).map((pod) => ({ ...pod, template: { ...pod.template, labels: { app: 'p', hash } } }));
    const both = [...revision('one'), ...revision('two')];
    expect(told({ nodeGroups: ZONES.slice(0, 1), nodes: LIVE, pods: both })).toContain('a: one two');
  });

  it('sees pods that run already', () => {
    const nodes = LIVE.map((one) => ({ ...one, unschedulable: false }));
    const running = bound('p', 'na', '4');
    expect(told({ nodeGroups: [], nodes, boundPods: [running], pods: pods(2, spread()) })).toBe(
      'node nb: p-0\nnode nc: p-1',
    );
  });
});

describe('spread over hostnames', () => {
  const spec: PodSpec = { topologySpreadConstraints: [{ ...HARD, topologyKey: HOSTNAME }] };

  it('puts all pods on the only node there is', () => {
    expect(told({ nodeGroups: [group('a')], pods: pods(3, spec) })).toBe(
      'loop 1: [a 1n/3p] a: a+1\na: p-0 p-1 p-2',
    );
  });

  it('takes a node for each pod where another node stays empty', () => {
    expect(told({ nodeGroups: [group('a')], nodes: LIVE.slice(0, 1), pods: pods(3, spec) })).toBe(
      'loop 1: [a 3n/3p] a: a+3\na: p-0 | p-1 | p-2',
    );
  });

  it('counts pods that run already', () => {
    const busy = bound('p', 'na', '1');
    const problem = {
      nodeGroups: [group('a')],
      nodes: LIVE.slice(0, 1),
      boundPods: [busy],
      pods: pods(4, spec, '2'),
    };
    expect(told(problem)).toBe('loop 1: [a 2n/4p] a: a+2\na: p-0 p-1 | p-2 p-3');
  });
});

describe('affinity', () => {
  it('keeps pods apart, host by host or zone by zone', () => {
    expect(told({ nodeGroups: [group('a')], pods: pods(3, apart(HOSTNAME)) })).toContain(
      'a: p-0 | p-1 | p-2',
    );
    expect(told({ nodeGroups: ZONES, pods: pods(4, apart(ZONE)) })).toContain(
      'a: p-0\nb: p-1\nc: p-2\np-3 left: a pod-anti-affinity (topology.kubernetes.io/zone); b pod-anti-affinity',
    );
  });

  it('keeps away from pods that run already', () => {
    const spec = { affinity: { podAntiAffinity: together(ZONE, 'q').affinity?.podAffinity ?? {} } };
    const problem = { nodes: LIVE, boundPods: [bound('q', 'na', '1')], pods: pods(1, spec) };
    expect(told({ ...problem, nodeGroups: ZONES })).toContain('b: p-0');
    expect(told({ ...problem, nodeGroups: ZONES.slice(0, 1) })).toBe(
      'p-0 left: a pod-anti-affinity (topology.kubernetes.io/zone)',
    );
  });

  it('heeds anti-affinity of pods that run already', () => {
    const running = bound('q', 'na', '1', apart(ZONE));
    expect(told({ nodeGroups: ZONES, nodes: LIVE, boundPods: [running], pods: pods(1, {}) })).toContain(
      'b: p-0',
    );
    const nodeGroups = ZONES.slice(0, 1);
    expect(told({ nodeGroups, nodes: LIVE, boundPods: [running], pods: pods(1, {}) })).toBe(
      'p-0 left: a existing-pod-anti-affinity (topology.kubernetes.io/zone)',
    );
  });

  it('brings pods to those they want to be with', () => {
    const running = bound('q', 'nb', '1');
    expect(
      told({ nodeGroups: ZONES, nodes: LIVE, boundPods: [running], pods: pods(1, together(ZONE, 'q')) }),
    ).toBe('loop 1: [b 1n/1p] b: b+1\nb: p-0');
  });

  it('lets the first of its kind go anywhere, and the others follow', () => {
    expect(told({ nodeGroups: ZONES, pods: pods(5, together(ZONE, 'p'), '3') })).toContain(
      'a: p-0 | p-1 | p-2 | p-3 | p-4',
    );
  });

  it('looks into other namespaces when told to', () => {
    const term = {
      topologyKey: ZONE,
      labelSelector: { matchLabels: { app: 'q' } },
      namespaceSelector: { matchLabels: { team: 'x' } },
    };
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const running = bound('q', 'nb', '1');
    const problem = (team: string): Problem => ({
      nodeGroups: ZONES,
      nodes: LIVE,
      boundPods: [{ ...running, metadata: { ...running.metadata, namespace: 'other' } }],
      namespaces: [{ metadata: { name: 'other', labels: { team } } }],
      pods: pods(1, { affinity }),
    });
    expect(told(problem('x'))).toContain('b: p-0');
    expect(told(problem('y'))).toContain('a pod-affinity');
  });
});

describe('volumes', () => {
  const claim = (name: string, volumeName?: string) => ({
    metadata: { name, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
    spec: { storageClassName: 'ebs', ...(volumeName === undefined ? {} : { volumeName }) },
  });
  const using = (name: string): PodSpec => ({
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }],
  });
  const storageClass = {
    metadata: { name: 'ebs' },
    provisioner: 'ebs.csi.aws.com',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const inB = { key: ZONE, operator: 'In' as const, values: ['b'] };

  it('go where a bound volume can be reached', () => {
    const volume = (spec: object, labels = {}) => ({ metadata: { name: 'pv', labels }, spec });
    const affinity = { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [inB] }] } } };
    for (const one of [volume(affinity), volume({}, { [ZONE]: 'b' })]) {
      const problem: Problem = {
        nodeGroups: ZONES,
        storageClasses: [storageClass],
        persistentVolumeClaims: [claim('c', 'pv')],
        persistentVolumes: [one],
        pods: pods(1, using('c')),
      };
      expect(told(problem)).toBe('loop 1: [b 1n/1p] b: b+1\nb: p-0');
    }
  });

  it('go where their storage class can make one', () => {
    const allowedTopologies = [{ matchLabelExpressions: [{ key: ZONE, values: ['b'] }] }];
    const problem: Problem = {
      nodeGroups: ZONES,
      storageClasses: [{ ...storageClass, allowedTopologies }],
      persistentVolumeClaims: [claim('c')],
      pods: pods(1, using('c')),
    };
    expect(told(problem)).toContain('b: p-0');
  });

  it('are limited by the driver, each claim once', () => {
    const each = (names: readonly string[]): Problem => ({
      nodeGroups: [group('a', { template: { csiDrivers: [{ name: 'ebs.csi.aws.com', limit: 2 }] } })],
      storageClasses: [storageClass],
      persistentVolumeClaims: [...new Set(names)].map((name) => claim(name)),
      pods: names.flatMap((name, i) =>
        replicas(`p${i}`, 1, '1', { spec: { ...requesting('1'), ...using(name) } }),
      ),
    });
    expect(told(each(['x', 'y', 'z']))).toContain('a: p0-0 p1-0 | p2-0');
    expect(told(each(['x', 'y', 'x']))).toContain('a: p0-0 p1-0 p2-0');
  });
});
