import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { AwsMachineTemplateSpec } from '../../src/kubernetes/api/aws-machine-template.ts';
import type { MachineTemplateRef } from '../../src/kubernetes/api/machine-deployment.ts';
import { TypedObject } from '../typed-object.ts';
import { awsMachineTemplateProblems } from './aws-machine-template-problems.ts';

const AWS_MACHINE_TEMPLATE = Symbol.for('poolwright.clusterApi.AwsMachineTemplate');

export interface AwsMachineTemplateProps {
  /**
   * Name, namespace, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: AwsMachineTemplateSpec;
}

/**
 * An EC2 instance for Cluster API (`infrastructure.cluster.x-k8s.io/v1beta2` `AWSMachineTemplate`). Most of what the API
 * server, the provider's webhook or the provider itself would refuse fails the synthesis. A template cannot be changed: when
 * its content changes, give it another name.
 *
 * @example
 * new AwsMachineTemplate(this, 'machines', {
 *   metadata: { name: 'workers-5b0d2f13', namespace: 'clusters' },
 *   spec: {
 *     template: {
 *       spec: {
 *         instanceType: 'm5.xlarge',
 *         ami: { eksLookupType: 'AmazonLinux2023' },
 *         iamInstanceProfile: 'nodes.cluster-api-provider-aws.sigs.k8s.io',
 *         rootVolume: { size: 100, type: 'gp3', encrypted: true },
 *         cloudInit: { insecureSkipSecretsManager: true },
 *       },
 *     },
 *   },
 * });
 */
export class AwsMachineTemplate extends TypedObject<AwsMachineTemplateSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
    kind: 'AWSMachineTemplate',
  };

  /** Whether `x` is an AwsMachineTemplate, whichever copy of this library made it. */
  static isAwsMachineTemplate(x: unknown): x is AwsMachineTemplate {
    return typeof x === 'object' && x !== null && AWS_MACHINE_TEMPLATE in x;
  }

  constructor(scope: Construct, id: string, props: AwsMachineTemplateProps) {
    super(scope, id, {
      type: AwsMachineTemplate.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems: awsMachineTemplateProblems,
    });
    Object.defineProperty(this, AWS_MACHINE_TEMPLATE, { value: true });
  }

  /** What a MachineDeployment names in `spec.template.spec.infrastructureRef`. */
  get ref(): MachineTemplateRef {
    return { apiGroup: this.apiGroup, kind: this.kind, name: this.name };
  }
}
