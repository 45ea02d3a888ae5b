import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { NodeadmConfigTemplateSpec } from '../../src/kubernetes/api/nodeadm-config-template.ts';
import type { MachineTemplateRef } from '../../src/kubernetes/api/machine-deployment.ts';
import { TypedObject } from '../typed-object.ts';
import { nodeadmConfigTemplateProblems } from './nodeadm-config-template-problems.ts';

const NODEADM_CONFIG_TEMPLATE = Symbol.for('poolwright.clusterApi.NodeadmConfigTemplate');

export interface NodeadmConfigTemplateProps {
  /**
   * Name, namespace, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  readonly spec: NodeadmConfigTemplateSpec;
}

/**
 * How machines with Amazon Linux 2023 join an EKS cluster (`bootstrap.cluster.x-k8s.io/v1beta2` `NodeadmConfigTemplate`).
 * Give it another name when its content changes: machines of the same name are not replaced.
 *
 * @example
 * new NodeadmConfigTemplate(this, 'join', {
 *   metadata: { name: 'workers-1c9a77e0', namespace: 'clusters' },
 *   spec: { template: { spec: { kubelet: { flags: ['--node-labels=team=data'] } } } },
 * });
 */
export class NodeadmConfigTemplate extends TypedObject<NodeadmConfigTemplateSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta2',
    kind: 'NodeadmConfigTemplate',
  };

  /** Whether `x` is a NodeadmConfigTemplate, whichever copy of this library made it. */
  static isNodeadmConfigTemplate(x: unknown): x is NodeadmConfigTemplate {
    return typeof x === 'object' && x !== null && NODEADM_CONFIG_TEMPLATE in x;
  }

  constructor(scope: Construct, id: string, props: NodeadmConfigTemplateProps) {
    super(scope, id, {
      type: NodeadmConfigTemplate.GVK,
      metadata: props.metadata,
      spec: props.spec,
      problems: nodeadmConfigTemplateProblems,
    });
    Object.defineProperty(this, NODEADM_CONFIG_TEMPLATE, { value: true });
  }

  /** What a MachineDeployment names in `spec.template.spec.bootstrap.configRef`. */
  get ref(): MachineTemplateRef {
    return { apiGroup: this.apiGroup, kind: this.kind, name: this.name };
  }
}
