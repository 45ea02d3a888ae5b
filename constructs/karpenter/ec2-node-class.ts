import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { Ec2NodeClassSpec } from '../../src/kubernetes/api/ec2-node-class.ts';
import type { NodeClassRef } from '../../src/kubernetes/api/node-pool.ts';
import { TypedObject } from '../typed-object.ts';
import { ec2NodeClassProblems } from './ec2-node-class-problems.ts';

const EC2_NODE_CLASS = Symbol.for('poolwright.karpenter.Ec2NodeClass');

export interface Ec2NodeClassProps {
  /**
   * Name, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: Ec2NodeClassSpec;
}

/**
 * The AWS side of a node pool (`karpenter.k8s.aws/v1` `EC2NodeClass`): image, network, disks. Most of what the
 * API server or Karpenter's controller would refuse fails the synthesis.
 *
 * @example
 * new Ec2NodeClass(this, 'class', {
 *   metadata: { name: 'default' },
 *   spec: {
 *     amiSelectorTerms: [{ alias: 'al2023@v20260715' }],
 *     role: 'KarpenterNodeRole-production',
 *     subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'production' } }],
 *     securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'production' } }],
 *   },
 * });
 */
export class Ec2NodeClass extends TypedObject<Ec2NodeClassSpec> {
  static readonly GVK: GroupVersionKind = { apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass' };

  /** Whether `x` is an Ec2NodeClass, whichever copy of this library made it. */
  static isEc2NodeClass(x: unknown): x is Ec2NodeClass {
    return typeof x === 'object' && x !== null && EC2_NODE_CLASS in x;
  }

  constructor(scope: Construct, id: string, props: Ec2NodeClassProps) {
    super(scope, id, {
      type: Ec2NodeClass.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems: ec2NodeClassProblems,
    });
    Object.defineProperty(this, EC2_NODE_CLASS, { value: true });
  }

  /** What a NodePool names in `spec.template.spec.nodeClassRef`. */
  get ref(): NodeClassRef {
    return { group: this.apiGroup, kind: this.kind, name: this.name };
  }
}
