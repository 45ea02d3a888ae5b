import type { ApiObject, ApiObjectMetadata, Chart } from 'cdk8s';
import {
  AwsMachineTemplate,
  CapacityQuota,
  ClusterApiNodeClass,
  DevMachineTemplate,
  EksConfigTemplate,
  KubeadmConfigTemplate,
  MachineDeployment,
  MachineHealthCheck,
  NodeadmConfigTemplate,
} from '../../../constructs/index.ts';
import * as refused from './refused.ts';
import * as specs from './specs.ts';

/** Every construct with a spec of its own: what it takes and what it refuses. */
export interface Subject {
  readonly title: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly make: (scope: Chart, spec: unknown, metadata: ApiObjectMetadata) => ApiObject;
  readonly accepted: readonly object[];
  readonly refused: readonly refused.Refused[];
}

type Make = new (scope: Chart, id: string, props: { spec: any; metadata: ApiObjectMetadata }) => ApiObject;

function subject(
  construct: Make & { readonly GVK: { readonly apiVersion: string; readonly kind: string } },
  accepted: readonly object[],
  refusals: readonly refused.Refused[],
): Subject {
  return {
    title: construct.name,
    ...construct.GVK,
    make: (scope, spec, metadata) => new construct(scope, 'object', { spec, metadata }),
    accepted,
    refused: refusals,
  };
}

export const SUBJECTS: readonly Subject[] = [
  subject(
    MachineDeployment,
    [specs.FULL_MACHINE_DEPLOYMENT, specs.MACHINE_DEPLOYMENT],
    refused.MACHINE_DEPLOYMENTS,
  ),
  subject(MachineHealthCheck, [specs.MACHINE_HEALTH_CHECK], refused.MACHINE_HEALTH_CHECKS),
  subject(
    AwsMachineTemplate,
    [specs.AWS_MACHINE_TEMPLATE, specs.OTHER_AWS_MACHINE_TEMPLATE],
    refused.AWS_MACHINE_TEMPLATES,
  ),
  subject(KubeadmConfigTemplate, [specs.KUBEADM_CONFIG_TEMPLATE], refused.KUBEADM_CONFIG_TEMPLATES),
  subject(NodeadmConfigTemplate, [specs.NODEADM_CONFIG_TEMPLATE], refused.NODEADM_CONFIG_TEMPLATES),
  subject(EksConfigTemplate, [specs.EKS_CONFIG_TEMPLATE], refused.EKS_CONFIG_TEMPLATES),
  subject(
    DevMachineTemplate,
    [specs.DEV_MACHINE_TEMPLATE, specs.IMAGINED_MACHINE_TEMPLATE],
    refused.DEV_MACHINE_TEMPLATES,
  ),
  subject(ClusterApiNodeClass, [specs.CLUSTER_API_NODE_CLASS, {}], refused.CLUSTER_API_NODE_CLASSES),
  subject(CapacityQuota, [specs.CAPACITY_QUOTA], refused.CAPACITY_QUOTAS),
];
