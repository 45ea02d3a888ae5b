import { describe, expect, it } from 'vitest';
import type { NodeTaint } from '../../../../src/kubernetes/api/node-pool.ts';
import { bootstrapOf, findings, show } from './harness.ts';

const labels = { 'karpenter.sh/capacity-type': 'spot', team: 'data' };
const taints: readonly NodeTaint[] = [
  { key: 'role', value: 'batch', effect: 'NoSchedule' },
  { key: 'bare', effect: 'NoExecute' },
];
const kubelet = `kubelet:
  max_pods: 50
  pods_per_core: 10
  cluster_dns: [10.0.0.10, 10.0.0.11]
  system_reserved: {cpu: 100m, memory: 200Mi}
  kube_reserved: {cpu: 50m}
  eviction_hard: {memory.available: 200Mi, nodefs.available: 10%}
  eviction_soft: {memory.available: 300Mi}
  eviction_soft_grace_period: {memory.available: 1m}
  eviction_max_pod_grace_period: 60
  image_gc_high_threshold_percent: 80
  image_gc_low_threshold_percent: 70
  cpu_cfs_quota: false`;

describe('how machines join', () => {
  it.each(['bootstrap: nodeadm', 'bootstrap: eks', 'bootstrap: kubeadm'])('by %s', (clusterApi) => {
    expect(show(bootstrapOf(kubelet, { clusterApi, labels, taints }))).toMatchSnapshot();
  });

  it.each(['nodeadm', 'eks'])('by %s, with nothing to say', (format) => {
    expect(show(bootstrapOf('public: false', { clusterApi: `bootstrap: ${format}` }))).toMatch(/\{\}$/);
  });

  it('needs a count of pods with kubeadm', () => {
    expect(
      findings(bootstrapOf('public: false', { clusterApi: 'bootstrap: kubeadm' })),
    ).toMatchInlineSnapshot(
      `"error PW9510 at main: pool \`main\` says nothing about pods on a node: kubelets take 110, the annotations count network interfaces"`,
    );
  });

  it('has labels that fit into an argument', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`example.com/label-${i}`, 'x'.repeat(20)]));
    const found = (count: number) =>
      findings(
        bootstrapOf('kubelet: {max_pods: 110}', { clusterApi: 'bootstrap: kubeadm', labels: many(count) }),
      );
    expect(found(20)).toBe('');
    expect(found(30)).toMatchInlineSnapshot(
      `"error PW9511 at main: \`node-labels\` of the kubelet has 1249 characters, and Cluster API takes 1024"`,
    );
    expect(findings(bootstrapOf('public: false', { labels: many(30) }))).toBe('');
  });
});
