import { describe, expect, it } from 'vitest';
import type { Node } from '../../src/kubernetes/api/node.ts';
import type { NodeGroup } from '../../src/model/node-group.ts';
import { groupMembers } from '../../src/selection/group-members.ts';

const NOTHING = { cpuMilli: 0, memoryBytes: 0, ephemeralStorageBytes: 0, pods: 0, extended: {} };

function group(name: string, type: string, zone: string, pool = 'default'): NodeGroup {
  return {
    name,
    id: `MachineDeployment/default/${name}`,
    pool,
    instanceType: { name: type, labels: new Map(), offerings: [] },
    offering: { zone, capacityType: 'on-demand', available: true },
    maxSize: 9,
    annotations: {},
    nodeLabels: { 'node.cluster.x-k8s.io/poolwright-pool': pool },
    capacity: NOTHING,
    allocatable: NOTHING,
    shape: '',
  };
}

function node(annotations: Record<string, string>, labels: Record<string, string> = {}): Node {
  return { metadata: { name: 'n', annotations, labels } };
}

const GROUPS = [
  group('c-a', 'm5.large', 'a'),
  group('c-a-b', 'm5.large', 'b'),
  group('c-x', 'm5.large', 'a', 'x'),
];

function groupOf(one: Node): string | undefined {
  const { byGroup, unknown } = groupMembers([one], GROUPS);
  return [...byGroup.keys()][0] ?? (unknown.length > 0 ? 'unknown' : undefined);
}

describe('the node group of a live node', () => {
  it('is told by the MachineSet that Cluster API writes on it', () => {
    const set = (name: string) =>
      groupOf(node({ 'cluster.x-k8s.io/owner-kind': 'MachineSet', 'cluster.x-k8s.io/owner-name': name }));
    expect(set('c-a-bcdfg')).toBe('c-a');
    expect(set('c-a-b-bcdfg')).toBe('c-a-b');
    expect(set('others-bcdfg')).toBeUndefined();
    // A topology's MachineDeployment has a random part of its own.
    expect(set('c-a-xyzvw-bcdfg')).toBe('c-a');
  });

  it('is told by the Machine, whose name has two tails', () => {
    const machine = (name: string) => groupOf(node({ 'cluster.x-k8s.io/machine': name }));
    expect(machine('c-a-bcdfg-hjklm')).toBe('c-a');
    expect(machine('clusters/c-a-b-bcdfg-hjklm')).toBe('c-a-b');
  });

  it('is told by labels if only one group has them', () => {
    const labels = {
      'node.kubernetes.io/instance-type': 'm5.large',
      'topology.kubernetes.io/zone': 'a',
      'karpenter.sh/capacity-type': 'on-demand',
    };
    const pool = 'node.cluster.x-k8s.io/poolwright-pool';
    expect(groupOf(node({}, { ...labels, [pool]: 'x' }))).toBe('c-x');
    expect(groupOf(node({}, { ...labels, [pool]: 'other' }))).toBe('unknown');
    expect(groupOf(node({}, { ...labels, [pool]: 'x', 'karpenter.sh/capacity-type': 'spot' }))).toBe(
      'unknown',
    );
    // Without a word about Cluster API it is anybody's.
    expect(groupOf(node({}, labels))).toBeUndefined();
  });

  it('is not told of control planes', () => {
    const annotations = {
      'cluster.x-k8s.io/owner-kind': 'KubeadmControlPlane',
      'cluster.x-k8s.io/owner-name': 'c-a',
      'cluster.x-k8s.io/machine': 'c-a-hjklm',
    };
    expect(groupOf(node(annotations))).toBeUndefined();
  });
});
