import { Chart, Testing } from 'cdk8s';
import { Ec2NodeClass, type Ec2NodeClassSpec, NodePool, type NodePoolSpec } from '../../constructs/index.ts';

export const NODE_POOL: NodePoolSpec = {
  template: {
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
    },
  },
};

export const NODE_CLASS: Ec2NodeClassSpec = {
  amiSelectorTerms: [{ alias: 'al2023@v20260715' }],
  role: 'KarpenterNodeRole-example',
  subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'example' } }],
  securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'example' } }],
};

export function chart(): Chart {
  return new Chart(Testing.app(), 'chart');
}

/** The synthesised object of one NodePool. Throws what a person would see. */
export function synthNodePool(spec: unknown, metadata?: Record<string, unknown>): any {
  const scope = chart();
  new NodePool(scope, 'pool', {
    spec: spec as NodePoolSpec,
    ...(metadata === undefined ? {} : { metadata }),
  });
  return Testing.synth(scope)[0];
}

export function synthNodeClass(spec: unknown): any {
  const scope = chart();
  new Ec2NodeClass(scope, 'class', { spec: spec as Ec2NodeClassSpec });
  return Testing.synth(scope)[0];
}
