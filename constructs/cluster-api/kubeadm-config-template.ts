import type { ApiObjectMetadata, GroupVersionKind } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubeadmConfigTemplateSpec } from '../../src/kubernetes/api/kubeadm-config-template.ts';
import type { MachineTemplateRef } from '../../src/kubernetes/api/machine-deployment.ts';
import { TypedObject } from '../typed-object.ts';
import { kubeadmConfigTemplateProblems, kubeadmV1Beta1Problems } from './kubeadm-config-template-problems.ts';
import { kubeadmConfigTemplateV1Beta1 } from './kubeadm-config-template-v1beta1.ts';

const KUBEADM_CONFIG_TEMPLATE = Symbol.for('poolwright.clusterApi.KubeadmConfigTemplate');

export interface KubeadmConfigTemplateProps {
  /**
   * Name, namespace, labels and annotations of the object.
   *
   * @default - a name made from the construct's path, nothing else
   */
  readonly metadata?: ApiObjectMetadata;

  /** In the words of v1beta2, whatever is written. */
  readonly spec: KubeadmConfigTemplateSpec;

  /**
   * What is written. v1beta1 is deprecated, and of the timeouts of joining it has only that of the TLS bootstrap.
   *
   * @default 'v1beta2'
   */
  readonly apiVersion?: 'v1beta1' | 'v1beta2';
}

/**
 * How worker machines join with kubeadm (`bootstrap.cluster.x-k8s.io` `KubeadmConfigTemplate`). Most of what the API
 * server would refuse fails the synthesis. Give it another name when its content changes: machines of the same name are
 * not replaced.
 *
 * @example
 * new KubeadmConfigTemplate(this, 'join', {
 *   metadata: { name: 'workers-1c9a77e0', namespace: 'clusters' },
 *   spec: {
 *     template: {
 *       spec: {
 *         joinConfiguration: {
 *           nodeRegistration: { kubeletExtraArgs: [{ name: 'node-labels', value: 'team=data' }] },
 *         },
 *       },
 *     },
 *   },
 * });
 */
export class KubeadmConfigTemplate extends TypedObject<KubeadmConfigTemplateSpec> {
  static readonly GVK: GroupVersionKind = {
    apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta2',
    kind: 'KubeadmConfigTemplate',
  };

  /** Whether `x` is a KubeadmConfigTemplate, whichever copy of this library made it. */
  static isKubeadmConfigTemplate(x: unknown): x is KubeadmConfigTemplate {
    return typeof x === 'object' && x !== null && KUBEADM_CONFIG_TEMPLATE in x;
  }

  constructor(scope: Construct, id: string, props: KubeadmConfigTemplateProps) {
    const { apiVersion = 'v1beta2' } = props;
    super(scope, id, {
      type: { ...KubeadmConfigTemplate.GVK, apiVersion: `bootstrap.cluster.x-k8s.io/${apiVersion}` },
      metadata: props.metadata,
      spec: props.spec,
      ...(apiVersion === 'v1beta2'
        ? { problems: kubeadmConfigTemplateProblems }
        : {
            problems: (spec) => [...kubeadmConfigTemplateProblems(spec), ...kubeadmV1Beta1Problems(spec)],
            translate: kubeadmConfigTemplateV1Beta1,
          }),
    });
    Object.defineProperty(this, KUBEADM_CONFIG_TEMPLATE, { value: true });
  }

  /** What a MachineDeployment names in `spec.template.spec.bootstrap.configRef`. */
  get ref(): MachineTemplateRef {
    return { apiGroup: this.apiGroup, kind: this.kind, name: this.name };
  }
}
