import { describe, expect, it } from 'vitest';
import type { Pod, PodSpec } from '../../../src/kubernetes/api/pod.ts';
import { encode } from '../../../src/packer/cluster-autoscaler/encode.ts';
import { equivalenceGroups } from '../../../src/packer/cluster-autoscaler/equivalence-groups.ts';
import type { PendingPod, Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';
import { simulate } from '../../../src/packer/cluster-autoscaler/simulate.ts';
import { bound, group, HOSTNAME, liveNode, replicas, requesting, told, ZONE, zoneGroup } from './scene.ts';

const SELF = { labelSelector: { matchLabels: { app: 'p' } } };
const HARD = { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, ...SELF };

function increases(problem: Problem): string | undefined {
  return simulate(problem)
    .loops[0]?.increases.map(({ nodeGroup, add }) => `${nodeGroup}+${add}`)
    .join(' ');
}

describe('similar groups', () => {
  type Template = NonNullable<Parameters<typeof group>[1]>['template'];
  const similar = (a: Template, b: Template, options: Problem['options'] = {}) =>
    increases({
      nodeGroups: [
        zoneGroup('a', 'a', a === undefined ? {} : { template: a }),
        zoneGroup('b', 'b', b === undefined ? {} : { template: b }),
      ],
      pods: replicas('p', 2, '3'),
      options: { balanceSimilar: true, ...options },
    }) === 'a+1 b+1';
  const capacity = { cpu: '4', memory: '16Gi', pods: '110' };
  const allocatable = (cpu: string) => ({ capacity, allocatable: { ...capacity, cpu } });
  const running = (requests: Readonly<Record<string, string>>) => ({
    capacity,
    pods: [{ metadata: { name: 'static', namespace: 'kube-system' }, spec: requesting(requests) }],
  });

  it.each<[string, boolean, Template, Template]>([
    ['allocatable 5 % apart', true, allocatable('4'), allocatable('3800m')],
    ['allocatable a little more apart', false, allocatable('4'), allocatable('3799m')],
    ['free amounts 5 % apart', true, running({ cpu: '0' }), running({ cpu: '200m' })],
    ['free amounts a little more apart', false, running({ cpu: '0' }), running({ cpu: '201m' })],
    ['pods that ask for what neither node has', false, running({ gpu: '1' }), running({ gpu: '1' })],
    ['the label of kops', true, { labels: { 'kops.k8s.io/instancegroup': 'x' } }, {}],
    ['the region', true, { labels: { 'topology.kubernetes.io/region': 'x' } }, {}],
  ])('differ in %s: %s', (_title, expected, a, b) => {
    expect(similar(a, b)).toBe(expected);
  });

  it('are none where both lack the balancing label', () => {
    expect(similar({}, {}, { balancingLabels: ['shape'] })).toBe(false);
  });

  it('must take all pods that the winner takes', () => {
    const nodeGroups = [zoneGroup('a', 'a'), zoneGroup('b', 'b')];
    const zonal = replicas('z', 1, '3', { spec: { ...requesting('3'), nodeSelector: { [ZONE]: 'a' } } });
    const options = { balanceSimilar: true };
    expect(increases({ nodeGroups, pods: replicas('p', 2, '3'), options })).toBe('a+1 b+1');
    expect(increases({ nodeGroups, pods: [...replicas('p', 2, '3'), ...zonal], options })).toBe('a+3');
  });

  it('are asked for their quota once more after balancing', () => {
    const nodeGroups = [zoneGroup('a', 'a'), zoneGroup('b', 'b')];
    const quotas = [
      { name: 'q', selector: { matchLabels: { [ZONE]: 'b' } }, limits: new Map([['nodes', 1n]]) },
    ];
    const options = { balanceSimilar: true };
    expect(increases({ nodeGroups, quotas, pods: replicas('p', 6, '3'), options })).toBe('a+3 b+1');
  });
});

describe('limits', () => {
  it('keep groups whose quota is full from being offered', () => {
    const nodeGroups = [zoneGroup('a', 'a'), zoneGroup('b', 'b')];
    const quotas = [
      { name: 'q', selector: { matchLabels: { [ZONE]: 'a' } }, limits: new Map([['nodes', 0n]]) },
    ];
    const { loops } = simulate({ nodeGroups, quotas, pods: replicas('p', 1, '3') });
    expect(loops[0]?.options.map(({ nodeGroup }) => nodeGroup)).toEqual(['b']);
  });

  it('count nodes on their way', () => {
    const nodeGroups = [group('a', { targetSize: 1 })];
    const quotas = [{ name: 'q', limits: new Map([['nodes', 2n]]) }];
    expect(increases({ nodeGroups, quotas, pods: replicas('p', 5, '3') })).toBe('a+1');
  });

  it('are 1,000 nodes a scale-up and 320,000 cores unless said otherwise', () => {
    const small = group('a', { maxSize: 5000 });
    expect(increases({ nodeGroups: [small], pods: replicas('p', 1001, '3') })).toBe('a+1000');
    const huge = group('a', {
      maxSize: 9,
      template: { capacity: { cpu: '100k', memory: '1Gi', pods: '9' } },
    });
    expect(increases({ nodeGroups: [huge], pods: replicas('p', 4, '90k') })).toBe('a+3');
  });
});

describe('the estimator', () => {
  it('scores waste by capacity, not by what pods can use', () => {
    // Of capacity a wastes less, of allocatable b.
    const template = (cpu: string, allocatable: string) => ({
      capacity: { cpu, memory: '16Gi', pods: '110' },
      allocatable: { cpu: allocatable, memory: '16Gi', pods: '110' },
    });
    const nodeGroups = [
      group('a', { template: template('4', '4') }),
      group('b', { template: template('8', '3') }),
    ];
    expect(simulate({ nodeGroups, pods: replicas('p', 1, '3') }).loops[0]?.chosen).toBe('a');
  });

  it('sends pods that hostname spread keeps off the last node to nodes that exist, and counts these as new', () => {
    const constraint = { ...HARD, topologyKey: HOSTNAME, minDomains: 2 };
    // With a second node the first is open: it and the new one take turns.
    const problem: Problem = {
      nodeGroups: [group('a')],
      nodes: [liveNode('n')],
      boundPods: [bound('p', 'n', '100m')],
      pods: replicas('p', 5, '500m', {
        spec: { ...requesting('500m'), topologySpreadConstraints: [constraint] },
      }),
    };
    expect(told(problem)).toBe('loop 1: [a 2n/5p] a: a+2\nnode n: p-2\na: p-0 p-3 | p-1 p-4');
    expect(simulate(problem).chance.packing).toBe(true);
  });

  it('stops a group at its first pod without a place, and later groups use what it left', () => {
    const spec: PodSpec = {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: HOSTNAME, ...SELF }],
        },
      },
    };
    const problem: Problem = {
      nodeGroups: [group('a')],
      pods: [...replicas('p', 5, '2', { spec: { ...requesting('2'), ...spec } }), ...replicas('q', 2, '1')],
    };
    expect(told(problem).split('\n')[0]).toBe('loop 1: [a 2n/4p] a: a+2');
  });
});

describe('pods that are the same', () => {
  const shapesOf = (...specs: readonly PodSpec[]) => {
    const pods = specs.flatMap((spec, i) =>
      replicas('p', 1, '1', { uid: `${i}`, name: `p-${i}`, spec: { ...requesting('1'), ...spec } }),
    );
    const encoded = encode({ nodeGroups: [group('a')], pods });
    return equivalenceGroups(encoded, [...encoded.pods.keys()]).map(({ pods: of }) => of.length);
  };
  const container = (more: object): PodSpec => ({ containers: [{ name: 'c', ...more }] });
  const volume = (name: string, source: object): PodSpec => ({ volumes: [{ name, ...source }] });

  it.each<[string, readonly number[], PodSpec, PodSpec]>([
    ['env', [2], container({ env: [{ name: 'a' }] }), container({})],
    ['the hostname', [2], { hostname: 'a' } as PodSpec, {}],
    ['an argument', [1, 1], container({ args: ['a'] }), container({})],
    [
      'projected volumes and their mounts',
      [2],
      { ...container({ volumeMounts: [{ name: 'token-x' }] }), ...volume('token-x', { projected: {} }) },
      { ...container({ volumeMounts: [{ name: 'token-y' }] }), ...volume('token-y', { projected: {} }) },
    ],
    ['other mounts', [1, 1], container({ volumeMounts: [{ name: 'v' }] }), container({})],
    ['other volumes', [1, 1], volume('v', { emptyDir: {} }), volume('v', { configMap: { name: 'x' } })],
    [
      'claims',
      [1, 1],
      volume('v', { persistentVolumeClaim: { claimName: 'x' } }),
      volume('v', { persistentVolumeClaim: { claimName: 'y' } }),
    ],
  ])('may differ in %s or not', (_title, expected, a, b) => {
    expect(shapesOf(a, b)).toEqual(expected);
  });

  it('with claims of their own count each against the limit of a driver, and shared ones once', () => {
    const problem = (claimOf: (pod: PendingPod) => string): Problem => {
      const pods = replicas('p', 4, '100m').map((pod) => ({
        ...pod,
        template: {
          ...pod.template,
          spec: {
            ...pod.template.spec,
            ...volume('v', { persistentVolumeClaim: { claimName: claimOf(pod) } }),
          },
        },
      }));
      return {
        nodeGroups: [group('a', { template: { csiDrivers: [{ name: 'd', limit: 2 }] } })],
        storageClasses: [
          { metadata: { name: 's' }, provisioner: 'd', volumeBindingMode: 'WaitForFirstConsumer' },
        ],
        persistentVolumeClaims: [...new Set(pods.map(claimOf))].map((name) => ({
          metadata: { name },
          spec: { storageClassName: 's' },
        })),
        pods,
      };
    };
    expect(told(problem(({ name }) => name))).toContain('a: p-0 p-1 | p-2 p-3');
    expect(told(problem(() => 'one'))).toContain('a: p-0 p-1 p-2 p-3');
  });
});

describe('pods that do not count', () => {
  it('leaves pods with scheduling gates alone', () => {
    const spec = { ...requesting('1'), schedulingGates: [{ name: 'x' }] } as PodSpec;
    expect(told({ nodeGroups: [group('a')], pods: replicas('p', 1, '1', { spec }) })).toBe(
      'p-0 ignored: gated',
    );
  });

  it('counts no pods being deleted for spread, and counts them for affinity and resources', () => {
    const going = (name: string): Pod => {
      const pod = bound('p', name, '4');
      return { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    };
    const nodes = ['a', 'b'].map((zone) => liveNode(`n${zone}`, { [ZONE]: zone }));
    const nodeGroups = [zoneGroup('a', 'a')];
    const spec: PodSpec = { topologySpreadConstraints: [{ ...HARD, topologyKey: ZONE }] };
    const spread = replicas('p', 1, '1', { spec: { ...requesting('1'), ...spec } });
    const full = (pod: Pod) => ({ nodeGroups, nodes, boundPods: [pod, bound('q', 'nb', '4')], pods: spread });
    expect(told(full(going('na')))).toContain('a: p-0');
    expect(told(full(bound('p', 'na', '4')))).toContain('p-0 left: a spread');
  });
});

it('reads zones of a volume from its labels, several joined by two underscores', () => {
  const problem: Problem = {
    nodeGroups: ['a', 'b', 'c'].map((zone) => zoneGroup(zone, zone)),
    persistentVolumes: [{ metadata: { name: 'v', labels: { [ZONE]: 'b__c' } }, spec: {} }],
    persistentVolumeClaims: [
      {
        metadata: { name: 'claim', annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
        spec: { volumeName: 'v' },
      },
    ],
    pods: replicas('p', 1, '1', {
      spec: {
        ...requesting('1'),
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }],
      },
    }),
  };
  expect(simulate(problem).loops[0]?.options.map(({ nodeGroup }) => nodeGroup)).toEqual(['b', 'c']);
});

it('calls identical pods with affinity a matter of chance where they meet several nodes', () => {
  const term = { topologyKey: HOSTNAME, ...SELF };
  const spec: PodSpec = {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
  };
  const problem: Problem = {
    nodeGroups: [group('a')],
    nodes: [liveNode('full'), liveNode('free')],
    boundPods: [bound('q', 'full', '3')],
    pods: replicas('p', 3, '1', { spec: { ...requesting('1'), ...spec } }),
  };
  expect(simulate(problem).chance.packing).toBe(true);
});
