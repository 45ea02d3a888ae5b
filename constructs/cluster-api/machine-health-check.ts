import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { MachineHealthCheckSpec } from '../../src/kubernetes/api/machine-health-check.ts';
import { TypedObject } from '../typed-object.ts';
import { machineHealthCheckProblems } from './machine-health-check-problems.ts';
import { machineHealthCheckV1Beta1 } from './machine-health-check-v1beta1.ts';

const MACHINE_HEALTH_CHECK = Symbol.for('poolwright.clusterApi.MachineHealthCheck');

export interface MachineHealthCheckProps {
  /**
   * Name, namespace, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  /** In the words of v1beta2, whatever is written. */
  readonly spec: MachineHealthCheckSpec;

  /**
   * What is written. v1beta1 is deprecated, and no longer served from Cluster API 1.16 on.
   *
   * @default 'v1beta2'
   */
  readonly apiVersion?: 'v1beta1' | 'v1beta2';
}

/**
 * When a machine is replaced (`cluster.x-k8s.io` `MachineHealthCheck`). Most of what the API server or Cluster API's
 * webhook would refuse fails the synthesis.
 *
 * @example
 * new MachineHealthCheck(this, 'health', {
 *   metadata: { name: 'workers', namespace: 'clusters' },
 *   spec: {
 *     clusterName: 'production',
 *     selector: { matchLabels: { 'cluster.x-k8s.io/deployment-name': 'workers' } },
 *     checks: {
 *       unhealthyNodeConditions: [{ type: 'Ready', status: 'Unknown', timeoutSeconds: 300 }],
 *     },
 *     remediation: { triggerIf: { unhealthyLessThanOrEqualTo: '40%' } },
 *   },
 * });
 */
export class MachineHealthCheck extends TypedObject<MachineHealthCheckSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineHealthCheck',
  };

  /** Whether `x` is a MachineHealthCheck, whichever copy of this library made it. */
  static isMachineHealthCheck(x: unknown): x is MachineHealthCheck {
    return typeof x === 'object' && x !== null && MACHINE_HEALTH_CHECK in x;
  }

  constructor(scope: Construct, id: string, props: MachineHealthCheckProps) {
    const { apiVersion = 'v1beta2' } = props;
    super(scope, id, {
      type: { ...MachineHealthCheck.GVK, apiVersion: `cluster.x-k8s.io/${apiVersion}` },
      metadata: props.metadata,
      spec: props.spec,
      problems: machineHealthCheckProblems,
      ...(apiVersion === 'v1beta2' ? {} : { translate: machineHealthCheckV1Beta1 }),
    });
    Object.defineProperty(this, MACHINE_HEALTH_CHECK, { value: true });
  }
}
