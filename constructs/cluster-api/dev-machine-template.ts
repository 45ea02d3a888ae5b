import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { DevMachineTemplateSpec } from '../../src/kubernetes/api/dev-machine-template.ts';
import type { MachineTemplateRef } from '../../src/kubernetes/api/machine-deployment.ts';
import { TypedObject } from '../typed-object.ts';
import { devMachineTemplateProblems } from './dev-machine-template-problems.ts';

const DEV_MACHINE_TEMPLATE = Symbol.for('poolwright.clusterApi.DevMachineTemplate');

export interface DevMachineTemplateProps {
  /**
   * Name, namespace, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: DevMachineTemplateSpec;
}

/**
 * A container or an imagined machine, for development (`infrastructure.cluster.x-k8s.io/v1beta2` `DevMachineTemplate`).
 *
 * @example
 * new DevMachineTemplate(this, 'machines', {
 *   metadata: { name: 'workers', namespace: 'default' },
 *   spec: { template: { spec: { backend: { docker: {} } } } },
 * });
 */
export class DevMachineTemplate extends TypedObject<DevMachineTemplateSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
    kind: 'DevMachineTemplate',
  };

  /** Whether `x` is a DevMachineTemplate, whichever copy of this library made it. */
  static isDevMachineTemplate(x: unknown): x is DevMachineTemplate {
    return typeof x === 'object' && x !== null && DEV_MACHINE_TEMPLATE in x;
  }

  constructor(scope: Construct, id: string, props: DevMachineTemplateProps) {
    super(scope, id, {
      type: DevMachineTemplate.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems: devMachineTemplateProblems,
    });
    Object.defineProperty(this, DEV_MACHINE_TEMPLATE, { value: true });
  }

  /** What a MachineDeployment names in `spec.template.spec.infrastructureRef`. */
  get ref(): MachineTemplateRef {
    return { apiGroup: this.apiGroup, kind: this.kind, name: this.name };
  }
}
