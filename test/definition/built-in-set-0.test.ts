import { describe, expect, it } from 'vitest';
import { compileText, onePool } from '../checks/harness.ts';

const BARE = `
defaults: 0
node_class: {ami: al2023@v20260101, role: nodes}
`;

function compiled(body: string) {
  const [cluster] = compileText(onePool(body)).clusters;
  const [pool] = cluster?.pools ?? [];
  return { nodeClass: pool?.nodeClass?.spec, nodePool: pool?.nodePool?.spec };
}

describe('a pool with `defaults: 0`', () => {
  it('is left as it is written: only what the API server requires is added', () => {
    const { nodeClass, nodePool } = compiled(BARE);
    expect(Object.keys(nodeClass ?? {})).toEqual([
      'amiSelectorTerms',
      'subnetSelectorTerms',
      'securityGroupSelectorTerms',
      'role',
    ]);
    expect(nodePool).toEqual({
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [],
        },
      },
    });
  });

  it('keeps empty values, which Karpenter tells from absent ones', () => {
    const { nodeClass, nodePool } = compiled(
      'defaults: 0\nlabels: {}\ntaints: []\nstartup_taints: []\nnode_class: {ami: al2023@v20260101, role: nodes, tags: {}, kubelet: {}}',
    );
    expect(nodeClass).toMatchObject({ tags: {}, kubelet: {} });
    expect(nodePool?.template).toMatchObject({
      metadata: { labels: {} },
      spec: { taints: [], startupTaints: [] },
    });
  });

  it('gets public addresses and disks where it asks for them', () => {
    const { nodeClass } = compiled(
      'defaults: 0\nnode_class: {ami: al2023@v20260101, role: nodes, public: false, volumeSize: 50Gi, metadata_options: {http_tokens: optional}}',
    );
    expect(nodeClass).toMatchObject({
      associatePublicIPAddress: false,
      blockDeviceMappings: [
        { deviceName: '/dev/xvda', ebs: { volumeSize: '50Gi', volumeType: 'gp3', encrypted: true } },
      ],
      metadataOptions: { httpTokens: 'optional' },
    });
    expect(Object.keys(nodeClass?.metadataOptions ?? {})).toEqual(['httpTokens']);
  });

  it('leaves the others their built-in values', () => {
    const [cluster] = compileText(
      'karpenter: {node_pools: {bare: {defaults: 0}, usual: {}}}\npoolwright: {node_class: {ami: al2023@v20260101, role: nodes}}',
    ).clusters;
    const expiries = cluster?.pools.map(({ nodePool }) => nodePool?.spec.template.spec.expireAfter);
    expect(expiries).toEqual([undefined, '720h']);
  });
});
