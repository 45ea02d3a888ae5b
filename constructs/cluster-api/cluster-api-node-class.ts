import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { ClusterApiNodeClassSpec } from '../../src/kubernetes/api/cluster-api-node-class.ts';
import type { NodeClassRef } from '../../src/kubernetes/api/node-pool.ts';
import type { Loose } from '../loose.ts';
import { selectorProblems } from '../map-problems.ts';
import { TypedObject } from '../typed-object.ts';

const CLUSTER_API_NODE_CLASS = Symbol.for('poolwright.clusterApi.ClusterApiNodeClass');

export interface ClusterApiNodeClassProps {
  /**
   * Name, labels and annotations of the object, which has no namespace.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: ClusterApiNodeClassSpec;
}

/**
 * Which MachineDeployments a NodePool of Karpenter's provider for Cluster API grows
 * (`karpenter.cluster.x-k8s.io/v1alpha1` `ClusterAPINodeClass`).
 *
 * @example
 * new ClusterApiNodeClass(this, 'class', {
 *   metadata: { name: 'workers' },
 *   spec: {
 *     scalableResourceSelector: {
 *       matchLabels: {
 *         'cluster.x-k8s.io/cluster-name': 'production',
 *         'node.cluster.x-k8s.io/karpenter-member': '',
 *       },
 *     },
 *   },
 * });
 */
export class ClusterApiNodeClass extends TypedObject<ClusterApiNodeClassSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'karpenter.cluster.x-k8s.io/v1alpha1',
    kind: 'ClusterAPINodeClass',
  };

  /** Whether `x` is a ClusterApiNodeClass, whichever copy of this library made it. */
  static isClusterApiNodeClass(x: unknown): x is ClusterApiNodeClass {
    return typeof x === 'object' && x !== null && CLUSTER_API_NODE_CLASS in x;
  }

  constructor(scope: Construct, id: string, props: ClusterApiNodeClassProps) {
    super(scope, id, {
      type: ClusterApiNodeClass.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems,
    });
    Object.defineProperty(this, CLUSTER_API_NODE_CLASS, { value: true });
  }

  /** What a NodePool names in `spec.template.spec.nodeClassRef`. */
  get ref(): NodeClassRef {
    return { group: this.apiGroup, kind: this.kind, name: this.name };
  }
}

/** What makes the provider's listing of MachineDeployments fail. */
function problems({ scalableResourceSelector: selector }: Loose<ClusterApiNodeClassSpec>): readonly string[] {
  return selector === undefined ? [] : selectorProblems('spec.scalableResourceSelector', selector);
}
