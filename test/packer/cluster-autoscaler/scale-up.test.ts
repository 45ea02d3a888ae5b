import { describe, expect, it } from 'vitest';
import type { AutoscalerOptions, Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';
import { encode } from '../../../src/packer/cluster-autoscaler/encode.ts';
import { equivalenceGroups } from '../../../src/packer/cluster-autoscaler/equivalence-groups.ts';
import { simulate } from '../../../src/packer/cluster-autoscaler/simulate.ts';
import { bound, daemonSet, group, liveNode, replicas, requesting, told, ZONE, zoneGroup } from './scene.ts';

const SMALL = { capacity: { cpu: '2', memory: '8Gi', pods: '110' } };
const GPU = { capacity: { cpu: '4', memory: '16Gi', pods: '110', 'nvidia.com/gpu': '1' } };

describe('the loop', () => {
  it.each<[string, Problem, string]>([
    [
      'fills nodes that exist before it asks for more',
      {
        nodeGroups: [group('a')],
        nodes: [liveNode('n', {}, { nodeGroup: 'a' })],
        boundPods: [bound('old', 'n', '2')],
        pods: replicas('p', 4, '1'),
      },
      'loop 1: [a 1n/2p] a: a+1\nnode n: p-0 p-1\na: p-2 p-3',
    ],
    [
      'and those on their way',
      { nodeGroups: [group('a', { targetSize: 1 })], pods: replicas('p', 5, '1') },
      'loop 1: [a 1n/1p] a: a+1\nupcoming template-node-0: p-0 p-1 p-2 p-3\na: p-4',
    ],
    [
      'gives them to the highest priority first',
      {
        nodeGroups: [],
        nodes: [liveNode('n')],
        pods: [...replicas('low', 1, '3'), ...replicas('high', 1, '3', { priority: 5 })],
      },
      'node n: high-0\nlow-0 left: no-node-groups',
    ],
    [
      'does not fill nodes that are not ready, cordoned or being deleted',
      {
        nodeGroups: [],
        nodes: [
          liveNode('down', {}, { ready: false }),
          liveNode('cordoned', {}, { unschedulable: true }),
          {
            node: {
              ...liveNode('going').node,
              metadata: { name: 'going', deletionTimestamp: '2026-01-01T00:00:00Z' },
            },
          },
        ],
        pods: replicas('p', 1, '1'),
      },
      'p-0 left: no-node-groups',
    ],
    [
      'passes by expendable pods and those of DaemonSets',
      {
        nodeGroups: [group('a')],
        daemonSets: [daemonSet('agent', '1', { nodeSelector: { nowhere: 'x' } })],
        pods: [
          ...replicas('spare', 1, '1', { priority: -11 }),
          ...replicas('last', 1, '1', { priority: -10 }),
          ...replicas('agent', 1, '1', { controllerUid: 'uid-agent' }),
        ],
      },
      'loop 1: [a 1n/1p] a: a+1\na: last-0\nspare-0 ignored: expendable\nagent-0 ignored: daemon-set',
    ],
    [
      'scales one group a loop until nothing more helps',
      {
        nodeGroups: [group('cpu', { template: SMALL, maxSize: 1 }), group('gpu', { template: GPU })],
        pods: [...replicas('p', 3, '1500m'), ...replicas('g', 1, { cpu: '1', 'nvidia.com/gpu': '1' })],
      },
      'loop 1: [cpu 1n/1p, gpu 2n/4p] cpu: cpu+1\nloop 2: [gpu 1n/3p] gpu: gpu+1\ncpu: p-0\ngpu: p-1 p-2 g-0',
    ],
    [
      'leaves DRA alone',
      {
        nodeGroups: [group('a')],
        pods: replicas('p', 1, '1', { spec: { ...requesting('1'), resourceClaims: [{ name: 'x' }] } }),
      },
      'p-0 left: dra',
    ],
  ])('%s', (_title, problem, expected) => {
    expect(told(problem)).toBe(expected);
  });

  it('counts what every node runs: static pods, and DaemonSets on cold templates', () => {
    const kubeProxy = {
      metadata: { name: 'kube-proxy', namespace: 'kube-system' },
      spec: requesting('100m'),
    };
    const problem = (warm: boolean, options: AutoscalerOptions = {}): Problem => ({
      options,
      nodeGroups: [
        group('a', { template: { warm, pods: [kubeProxy], taints: [{ key: 'x', effect: 'NoSchedule' }] } }),
      ],
      daemonSets: [
        daemonSet('agent', '1', { tolerations: [{ operator: 'Exists' }] }),
        daemonSet('picky', '2'),
      ],
      pods: replicas('p', 3, '1300m', {
        spec: { ...requesting('1300m'), tolerations: [{ operator: 'Exists' }] },
      }),
    });
    const nodes = (one: Problem) => simulate(one).nodeGroups.map(({ add }) => add);
    // 4 - 0.1 - 1 = 2.9: two pods; 4 - 0.1 = 3.9: three.
    expect(nodes(problem(false))).toEqual([2]);
    expect(nodes(problem(true))).toEqual([1]);
    expect(nodes(problem(true, { forceDaemonSets: true }))).toEqual([2]);
  });

  it('takes off taints that a node loses by itself', () => {
    const taints = [
      'node.kubernetes.io/not-ready',
      'startup-taint.cluster-autoscaler.kubernetes.io/x',
      'mine',
    ].map((key) => ({ key, effect: 'NoSchedule' }));
    const problem = { nodeGroups: [group('a', { template: { taints } })], pods: replicas('p', 1, '1') };
    expect(told(problem)).toBe('p-0 left: a taint (mine:NoSchedule)');
    expect(told({ ...problem, options: { startupTaints: ['mine'] } })).toContain('a: p-0');
  });

  it('groups by controller and shape, and looks at an eleventh shape and at pods of nobody one by one', () => {
    const shapes = Array.from({ length: 12 }, (_, i) =>
      replicas(`s${i}`, 2, `${100 + i}m`, { controllerUid: 'job' }),
    ).flat();
    const nobodys = replicas('n', 2, '1').map(({ controllerUid: _controller, ...pod }) => pod);
    const encoded = encode({ nodeGroups: [group('a')], pods: [...shapes, ...nobodys] });
    const groups = equivalenceGroups(encoded, [...encoded.pods.keys()]);
    expect(groups.map(({ pods }) => pods.length)).toEqual(Array(13).fill(2));
    expect(groups.map(({ single }) => single)).toEqual([...Array<boolean>(10).fill(false), true, true, true]);
  });

  it('does several scale-ups in a loop only with salvo', () => {
    const problem: Problem = {
      nodeGroups: [group('cpu', { template: SMALL, maxSize: 1 }), group('gpu', { template: GPU })],
      pods: [...replicas('p', 2, '1500m'), ...replicas('g', 1, { 'nvidia.com/gpu': '1' })],
    };
    const loops = (options: AutoscalerOptions) =>
      simulate({ ...problem, options }).loops.map(({ loop }) => loop);
    expect(loops({})).toEqual([1, 2]);
    expect(loops({ salvoScaleUp: true })).toEqual([1, 1]);
  });
});

describe('limits', () => {
  const pods = replicas('p', 6, '3');
  it.each<[string, Partial<Problem>, string]>([
    ['the maximum size', { nodeGroups: [group('a', { maxSize: 2 })] }, 'a max-size'],
    ['all nodes', { options: { maxNodesTotal: 2 } }, 'a max-nodes-total'],
    ['all cores', { options: { coresTotal: { max: 11n } } }, 'a quota (cores-total/cpu)'],
    ['all memory', { options: { memoryTotal: { max: 2n ** 35n } } }, 'a quota (memory-total/memory)'],
    ['a quota on nodes', { quotas: [{ name: 'q', limits: new Map([['nodes', 2n]]) }] }, 'a quota (q/nodes)'],
  ])('%s', (_title, parts, reason) => {
    const decision = simulate({ nodeGroups: [group('a')], pods, ...parts });
    expect(decision.nodeGroups.map(({ add }) => add)).toEqual([2]);
    expect(told({ nodeGroups: [group('a')], pods, ...parts })).toContain(`p-5 left: ${reason}`);
  });

  it('per scale-up, after which the next loop goes on', () => {
    expect(
      told({ nodeGroups: [group('a')], pods: replicas('p', 3, '3'), options: { maxNodesPerScaleUp: 2 } }),
    ).toBe('loop 1: [a 2n/2p] a: a+2\nloop 2: [a 1n/1p] a: a+1\na: p-0 | p-1 | p-2');
  });

  it('counts what is there, whole cores at a time, and only nodes that a quota selects', () => {
    const problem = (selector: Readonly<Record<string, string>>): Problem => ({
      nodeGroups: [
        group('a', {
          template: { labels: { pool: 'x' }, capacity: { cpu: '3920m', memory: '16Gi', pods: '110' } },
        }),
      ],
      nodes: [liveNode('n', { pool: 'x' }, { ready: false })],
      pods,
      quotas: [{ name: 'q', selector: { matchLabels: selector }, limits: new Map([['cpu', 13n]]) }],
    });
    expect(simulate(problem({ pool: 'x' })).nodeGroups[0]?.add).toBe(2);
    expect(simulate(problem({ pool: 'y' })).nodeGroups[0]?.add).toBe(6);
  });

  it('says why there is no template', () => {
    const nodeGroups = [{ id: 'a', minSize: 0, maxSize: 1, targetSize: 0, templateProblem: 'no memory' }];
    expect(told({ nodeGroups, pods: replicas('p', 1, '1') })).toBe('p-0 left: a no-template (no memory)');
  });
});

describe('balancing', () => {
  const zones = ['a', 'b', 'c'];
  const pods = replicas('p', 7, '3');
  const balanced = { balanceSimilar: true };

  it('is off unless asked for, and then the zone is a matter of luck', () => {
    const problem = { nodeGroups: zones.map((zone) => zoneGroup(zone, zone)), pods };
    expect(told(problem).split('\n')[0]).toBe('loop 1: [a 7n/7p, b 7n/7p, c 7n/7p] a of a=b=c: a+7');
    expect(simulate(problem).chance).toEqual({ packing: false, choice: true });
  });

  it('shares nodes out among groups that differ in their zone', () => {
    const nodeGroups = [zoneGroup('a', 'a', { maxSize: 2 }), zoneGroup('b', 'b'), zoneGroup('c', 'c')];
    expect(told({ nodeGroups, pods, options: balanced }).split('\n')[0]).toMatch(/: a\+2 b\+3 c\+2$/);
  });

  it.each<[string, Parameters<typeof group>[1], AutoscalerOptions, string]>([
    [
      '1.5 % of memory',
      { template: { capacity: { cpu: '4', memory: '16140Mi', pods: '110' } } },
      {},
      'a+4 b+3',
    ],
    ['more memory', { template: { capacity: { cpu: '4', memory: '16130Mi', pods: '110' } } }, {}, 'a+7'],
    [
      'a resource',
      { template: { capacity: { cpu: '4', memory: '16Gi', pods: '110', 'hugepages-2Mi': '0' } } },
      {},
      'a+7',
    ],
    ['a label', { template: { labels: { team: 'x' } } }, {}, 'a+7'],
    [
      'a label that is ignored',
      { template: { labels: { team: 'x' } } },
      { balancingIgnoreLabels: ['team'] },
      'a+4 b+3',
    ],
    [
      'everything but the balancing label',
      { template: { labels: { shape: 's', team: 'x' } } },
      { balancingLabels: ['shape'] },
      'a+4 b+3',
    ],
    ['the balancing label', { template: { labels: { shape: 't' } } }, { balancingLabels: ['shape'] }, 'a+7'],
    ['the lack of it', {}, { balancingLabels: ['shape'] }, 'a+7'],
    ['what it can take', { template: { taints: [{ key: 'x', effect: 'NoSchedule' }] } }, {}, 'a+7'],
  ])('compares groups that differ in %s', (_title, other, options, expected) => {
    const labels = options.balancingLabels === undefined ? {} : { shape: 's' };
    const nodeGroups = [zoneGroup('a', 'a', { template: { labels } }), zoneGroup('b', 'b', other)];
    const { increases } = simulate({ nodeGroups, pods, options: { ...balanced, ...options } }).loops[0] ?? {};
    expect(increases?.map(({ nodeGroup, add }) => `${nodeGroup}+${add}`).join(' ')).toBe(expected);
  });

  it('starts from the sizes that groups have', () => {
    const nodeGroups = [zoneGroup('a', 'a', { targetSize: 1 }), zoneGroup('b', 'b')];
    const nodes = [liveNode('n', { [ZONE]: 'a' }, { nodeGroup: 'a', ready: false })];
    const { loops } = simulate({ nodeGroups, nodes, pods: replicas('p', 3, '3'), options: balanced });
    expect(loops[0]?.increases).toEqual([
      { nodeGroup: 'a', add: 1 },
      { nodeGroup: 'b', add: 2 },
    ]);
  });
});

describe('the fast path', () => {
  it.each([1, 7, 13, 40])('comes to the same for %i pods that are alike', (count) => {
    const problem = { nodeGroups: [group('a')], pods: replicas('p', count, '1') };
    const fast = told({ ...problem, options: { fastPath: true } });
    expect(fast).toBe(told(problem));
  });

  it('leaves the largest group for the end', () => {
    const pods = [...replicas('big', 9, '3'), ...replicas('small', 2, '1500m')];
    const problem = { nodeGroups: [group('a', { maxSize: 20 })], pods };
    expect(told(problem)).toContain('loop 1: [a 10n/11p]');
    expect(told({ ...problem, options: { fastPath: true } })).toContain(
      'loop 1: [a 10n/11p] a: a+10\na: small-0 small-1 | big-0',
    );
  });
});
