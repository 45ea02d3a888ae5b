import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { CapacityQuotaSpec } from '../../src/kubernetes/api/capacity-quota.ts';
import { TypedObject } from '../typed-object.ts';
import { capacityQuotaProblems } from './capacity-quota-problems.ts';

const CAPACITY_QUOTA = Symbol.for('poolwright.autoscaling.CapacityQuota');

export interface CapacityQuotaProps {
  /**
   * Name, labels and annotations of the object, which has no namespace.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: CapacityQuotaSpec;

  /**
   * The Cluster Autoscaler's 1.36 has only v1alpha1, 1.37 both.
   *
   * @default 'v1alpha1'
   */
  readonly apiVersion?: 'v1alpha1' | 'v1beta1';
}

/**
 * How much some of the nodes may have in all (`autoscaling.x-k8s.io` `CapacityQuota`). What the Cluster Autoscaler would
 * call invalid, and then not enforce, fails the synthesis. It needs `--capacity-quotas-enabled`.
 *
 * @example
 * new CapacityQuota(this, 'quota', {
 *   metadata: { name: 'workers' },
 *   spec: {
 *     selector: { matchLabels: { 'node.cluster.x-k8s.io/pool': 'workers' } },
 *     limits: { resources: { cpu: '40', memory: '160Gi', nodes: '10' } },
 *   },
 * });
 */
export class CapacityQuota extends TypedObject<CapacityQuotaSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'autoscaling.x-k8s.io/v1alpha1',
    kind: 'CapacityQuota',
  };

  /** Whether `x` is a CapacityQuota, whichever copy of this library made it. */
  static isCapacityQuota(x: unknown): x is CapacityQuota {
    return typeof x === 'object' && x !== null && CAPACITY_QUOTA in x;
  }

  constructor(scope: Construct, id: string, props: CapacityQuotaProps) {
    const { apiVersion = 'v1alpha1' } = props;
    super(scope, id, {
      type: { ...CapacityQuota.GVK, apiVersion: `autoscaling.x-k8s.io/${apiVersion}` },
      metadata: props.metadata,
      spec: props.spec,
      problems: capacityQuotaProblems,
    });
    Object.defineProperty(this, CAPACITY_QUOTA, { value: true });
  }
}
