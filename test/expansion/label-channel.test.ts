import { describe, expect, it } from 'vitest';
import { labelChannel } from '../../src/expansion/label-channel.ts';

describe('how a label gets onto nodes', () => {
  it.each([
    ['topology.kubernetes.io/zone', 'automatic'],
    ['topology.kubernetes.io/region', 'automatic'],
    ['node.kubernetes.io/instance-type', 'automatic'],
    ['kubernetes.io/arch', 'automatic'],
    ['kubernetes.io/os', 'automatic'],
    ['karpenter.sh/capacity-type', 'kubelet'],
    ['team', 'kubelet'],
    ['example.com/team', 'kubelet'],
    ['node.kubernetes.io/team', 'kubelet'],
    ['kubelet.kubernetes.io/team', 'kubelet'],
    ['node-role.kubernetes.io/worker', 'machine'],
    ['node-restriction.kubernetes.io/team', 'machine'],
    ['a.node-restriction.kubernetes.io/team', 'machine'],
    ['node.cluster.x-k8s.io/team', 'machine'],
    ['a.node.cluster.x-k8s.io/team', 'machine'],
    ['kubernetes.io/team', 'none'],
    ['a.kubernetes.io/team', 'none'],
    ['team.k8s.io/name', 'none'],
    ['x-k8s.io/team', 'kubelet'],
    ['a.node-role.kubernetes.io/worker', 'none'],
    ['kubernetes.io/hostname', 'none'],
  ])('%s: %s', (key, channel) => {
    expect(labelChannel(key, [])).toBe(channel);
  });

  it('is the Machine for what Cluster API is told to copy', () => {
    expect(labelChannel('a.kubernetes.io/team', ['^a\\.kubernetes\\.io/'])).toBe('machine');
    expect(labelChannel('example.com/team', ['(', 'example'])).toBe('machine');
    expect(labelChannel('topology.kubernetes.io/zone', ['.*'])).toBe('automatic');
  });
});
