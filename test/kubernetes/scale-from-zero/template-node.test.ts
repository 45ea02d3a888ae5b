import { describe, expect, it } from 'vitest';
import { CAPACITY_KEYS, MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../../src/kubernetes/scale-from-zero/keys.ts';
import { nodeGroup } from '../../../src/kubernetes/scale-from-zero/node-group.ts';
import { templateNode } from '../../../src/kubernetes/scale-from-zero/template-node.ts';

const CAPACITY = { [CAPACITY_KEYS.cpu]: '4', [CAPACITY_KEYS.memory]: '16Gi' };

describe('templateNode', () => {
  it('derives labels and takes off what does not last', () => {
    const node = templateNode({
      annotations: {
        ...CAPACITY,
        [CAPACITY_KEYS.labels]:
          'kubernetes.io/hostname=mine,node.kubernetes.io/instance-type=m5.large,topology.kubernetes.io/region=r,topology.kubernetes.io/zone=z',
        [CAPACITY_KEYS.taints]:
          'a=b:NoSchedule,cni:NoSchedule,node.kubernetes.io/not-ready:NoExecute,boot/x:NoSchedule,startup-taint.cluster-autoscaler.kubernetes.io/y:NoSchedule',
      },
      specTaints: [{ key: 'spec', effect: 'NoExecute' }],
      startupTaints: { keys: ['cni'], prefixes: ['boot/'] },
      name: 'n',
    });
    if (!node.ok) throw new Error(JSON.stringify(node.reason));
    expect(Object.fromEntries(node.labels)).toEqual({
      'beta.kubernetes.io/instance-type': 'm5.large',
      'cluster-autoscaler.kubernetes.io/template-node': 'true',
      'failure-domain.beta.kubernetes.io/region': 'r',
      'failure-domain.beta.kubernetes.io/zone': 'z',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': 'n',
      'kubernetes.io/os': 'linux',
      'node.kubernetes.io/instance-type': 'm5.large',
      'topology.kubernetes.io/region': 'r',
      'topology.kubernetes.io/zone': 'z',
    });
    expect(node.taints.map(({ key }) => key)).toEqual(['spec', 'a']);
    expect(node.provided.taints).toHaveLength(6);
    expect(node.provided.labels.get('kubernetes.io/hostname')).toBe('mine');
  });

  it.each([
    ['arm64', 'arm64'],
    ['ppc64le', 'ppc64le'],
    ['sparc', 'amd64'],
    [undefined, 'amd64'],
  ])(
    'takes %s for the architecture %s where the template cannot be read',
    (defaultArchitecture, expected) => {
      const node = templateNode({
        annotations: CAPACITY,
        infrastructure: { readable: false, capacity: { cpu: '9' }, nodeInfo: { architecture: 's390x' } },
        ...(defaultArchitecture === undefined ? {} : { defaultArchitecture }),
      });
      if (!node.ok) throw new Error(JSON.stringify(node.reason));
      expect(node.labels.get('kubernetes.io/arch')).toBe(expected);
      expect(node.capacity.get('cpu')).toBe(4_000_000_000n);
    },
  );

  it('says why there is no node', () => {
    expect(templateNode({ annotations: { [CAPACITY_KEYS.memory]: '1Gi' } })).toEqual({
      ok: false,
      reason: { code: 'incomplete', lacks: ['cpu'] },
    });
    expect(templateNode({ annotations: { ...CAPACITY, [CAPACITY_KEYS.maxPods]: '1k' } })).toEqual({
      ok: false,
      reason: {
        code: 'capacity',
        capacity: { ok: false, key: CAPACITY_KEYS.maxPods, problem: 'integer' },
      },
    });
  });
});

describe('nodeGroup', () => {
  const sized = { [MIN_SIZE_KEY]: '1', [MAX_SIZE_KEY]: '3' };

  it.each([
    ['without capacity and machines', sized, 0, { kind: 'none', because: 'not-scalable-from-zero' }],
    ['without capacity, with a machine', sized, 1, { kind: 'group', min: 1, max: 3 }],
    ['without a maximum', CAPACITY, 1, { kind: 'none', because: 'max-size' }],
    [
      'that is paused',
      { ...CAPACITY, ...sized, 'cluster.x-k8s.io/paused': 'false' },
      1,
      { kind: 'none', because: 'paused' },
    ],
    [
      'that is paused and poisons all the same',
      { [MAX_SIZE_KEY]: 'x', 'cluster.x-k8s.io/paused': '' },
      1,
      { kind: 'error', sizes: { ok: false, which: 'max', problem: 'is not a whole number' } },
    ],
  ])('one %s', (_title, annotations, replicas, expected) => {
    expect(nodeGroup({ annotations, replicas })).toEqual(expected);
  });
});
