export * from './karpenter/ec2-node-class.ts';
export * from './karpenter/node-pool.ts';
export type * from '../src/kubernetes/api/ec2-node-class.ts';
export type * from '../src/kubernetes/api/node-pool.ts';
