import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { NodePoolSpec } from '../../src/kubernetes/api/node-pool.ts';
import { TypedObject } from '../typed-object.ts';
import { nodePoolProblems } from './node-pool-problems.ts';

const NODE_POOL = Symbol.for('poolwright.karpenter.NodePool');

export interface NodePoolProps {
  /**
   * Name, labels and annotations of the NodePool itself; those of its nodes belong to `spec.template.metadata`.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: NodePoolSpec;
}

/**
 * A Karpenter `NodePool` (`karpenter.sh/v1`). Most of what the API server or Karpenter's controller would refuse
 * fails the synthesis.
 *
 * @example
 * const nodeClass = new Ec2NodeClass(this, 'class', { … });
 * new NodePool(this, 'pool', {
 *   metadata: { name: 'default' },
 *   spec: {
 *     template: {
 *       spec: {
 *         nodeClassRef: nodeClass.ref,
 *         requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
 *       },
 *     },
 *     limits: { cpu: '100' },
 *   },
 * });
 */
export class NodePool extends TypedObject<NodePoolSpec> {
  static readonly GVK: GroupVersionKind = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool' };

  /** Whether `x` is a NodePool, whichever copy of this library made it. */
  static isNodePool(x: unknown): x is NodePool {
    return typeof x === 'object' && x !== null && NODE_POOL in x;
  }

  constructor(scope: Construct, id: string, props: NodePoolProps) {
    super(scope, id, {
      type: NodePool.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems: nodePoolProblems,
    });
    Object.defineProperty(this, NODE_POOL, { value: true });
  }
}
