import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { EksConfigTemplateSpec } from '../../src/kubernetes/api/eks-config-template.ts';
import type { MachineTemplateRef } from '../../src/kubernetes/api/machine-deployment.ts';
import { TypedObject } from '../typed-object.ts';
import { eksConfigTemplateProblems } from './eks-config-template-problems.ts';

const EKS_CONFIG_TEMPLATE = Symbol.for('poolwright.clusterApi.EksConfigTemplate');

export interface EksConfigTemplateProps {
  /**
   * Name, namespace, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: EksConfigTemplateSpec;
}

/**
 * How machines with Amazon Linux 2 join an EKS cluster (`bootstrap.cluster.x-k8s.io/v1beta2` `EKSConfigTemplate`). Give it
 * another name when its content changes: machines of the same name are not replaced.
 *
 * @example
 * new EksConfigTemplate(this, 'join', {
 *   metadata: { name: 'workers-1c9a77e0', namespace: 'clusters' },
 *   spec: { template: { spec: { kubeletExtraArgs: { 'node-labels': 'team=data' } } } },
 * });
 */
export class EksConfigTemplate extends TypedObject<EksConfigTemplateSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta2',
    kind: 'EKSConfigTemplate',
  };

  /** Whether `x` is an EksConfigTemplate, whichever copy of this library made it. */
  static isEksConfigTemplate(x: unknown): x is EksConfigTemplate {
    return typeof x === 'object' && x !== null && EKS_CONFIG_TEMPLATE in x;
  }

  constructor(scope: Construct, id: string, props: EksConfigTemplateProps) {
    super(scope, id, {
      type: EksConfigTemplate.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems: eksConfigTemplateProblems,
    });
    Object.defineProperty(this, EKS_CONFIG_TEMPLATE, { value: true });
  }

  /** What a MachineDeployment names in `spec.template.spec.bootstrap.configRef`. */
  get ref(): MachineTemplateRef {
    return { apiGroup: this.apiGroup, kind: this.kind, name: this.name };
  }
}
