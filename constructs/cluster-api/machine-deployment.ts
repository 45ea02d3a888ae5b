import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { MachineDeploymentSpec } from '../../src/kubernetes/api/machine-deployment.ts';
import { TypedObject } from '../typed-object.ts';
import { machineDeploymentProblems } from './machine-deployment-problems.ts';
import { machineDeploymentV1Beta1 } from './machine-deployment-v1beta1.ts';

const MACHINE_DEPLOYMENT = Symbol.for('poolwright.clusterApi.MachineDeployment');

export interface MachineDeploymentProps {
  /**
   * Name, namespace, labels and annotations of the MachineDeployment itself; those of its Machines belong to
   * `spec.template.metadata`. Keep the name to 51 characters, or names of machines are cut.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  /** In the words of v1beta2, whatever is written. */
  readonly spec: MachineDeploymentSpec;

  /**
   * What is written. v1beta1 is deprecated, and no longer served from Cluster API 1.16 on.
   *
   * @default 'v1beta2'
   */
  readonly apiVersion?: 'v1beta1' | 'v1beta2';

  /**
   * For v1beta1 only, which names the versions of the templates: by kind.
   *
   * @default - v1beta2 for the kinds of Cluster API Provider AWS, v1beta1 for others
   */
  readonly templateVersions?: Readonly<Record<string, string>>;
}

/**
 * Machines that are all alike (`cluster.x-k8s.io` `MachineDeployment`). Most of what the API server or Cluster API's
 * webhook would refuse fails the synthesis. `ScaleFromZero` makes a node group of it.
 *
 * @example
 * new MachineDeployment(this, 'workers', {
 *   metadata: { name: 'workers', namespace: 'clusters' },
 *   spec: {
 *     clusterName: 'production',
 *     selector: { matchLabels: { 'cluster.x-k8s.io/deployment-name': 'workers' } },
 *     template: {
 *       metadata: { labels: { 'cluster.x-k8s.io/deployment-name': 'workers' } },
 *       spec: {
 *         clusterName: 'production',
 *         version: 'v1.34.2',
 *         bootstrap: { configRef: bootstrap.ref },
 *         infrastructureRef: machines.ref,
 *       },
 *     },
 *   },
 * });
 */
export class MachineDeployment extends TypedObject<MachineDeploymentSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineDeployment',
  };

  /** Whether `x` is a MachineDeployment, whichever copy of this library made it. */
  static isMachineDeployment(x: unknown): x is MachineDeployment {
    return typeof x === 'object' && x !== null && MACHINE_DEPLOYMENT in x;
  }

  constructor(scope: Construct, id: string, props: MachineDeploymentProps) {
    const { apiVersion = 'v1beta2', templateVersions } = props;
    super(scope, id, {
      type: { ...MachineDeployment.GVK, apiVersion: `cluster.x-k8s.io/${apiVersion}` },
      metadata: props.metadata,
      spec: props.spec,
      problems: machineDeploymentProblems,
      ...(apiVersion === 'v1beta2'
        ? {}
        : { translate: (spec) => machineDeploymentV1Beta1(spec, templateVersions) }),
    });
    Object.defineProperty(this, MACHINE_DEPLOYMENT, { value: true });
  }
}
