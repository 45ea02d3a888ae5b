import { describe, expect, it } from 'vitest';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { compileText } from '../checks/harness.ts';

const DEFINITION = `
poolwright:
  node_class: {ami: al2023@v20260101, role: nodes}
karpenter:
  node_pools:
    web: {node_class_name: shared.v1}
    batch: {node_class_name: shared.v1}
    alone: {}
`;

describe('pools with one node class name', () => {
  const { clusters } = compileText(DEFINITION);
  const [cluster] = clusters;
  const files = cluster === undefined ? [] : renderCluster(cluster);

  it('share one object', () => {
    const paths = files.map(({ path }) => path).filter((path) => path.includes('ec2nodeclass'));
    expect(paths).toEqual(['karpenter/ec2nodeclass-alone.yaml', 'karpenter/ec2nodeclass-shared.v1.yaml']);
  });

  it('and refer to it', () => {
    const names = cluster?.pools.map(({ nodePool }) => nodePool?.spec.template.spec.nodeClassRef.name);
    expect(names).toEqual(['shared.v1', 'shared.v1', 'alone']);
  });
});
