import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  AwsMachineTemplate,
  CapacityQuota,
  ClusterApiNodeClass,
  EksConfigTemplate,
  KubeadmConfigTemplate,
  MachineDeployment,
  MachineHealthCheck,
  NodeadmConfigTemplate,
  NodePool,
} from '../../constructs/index.ts';
import type { ClusterApiSettings } from '../model/cluster-api.ts';
import type { ClusterApiObject } from '../model/compilation.ts';

/** What the constructs have in common. They check the spec, of which nothing is known here. */
type TypedConstruct = new (
  scope: Construct,
  id: string,
  props: { readonly metadata: ApiObjectMetadata; readonly spec: any; readonly apiVersion?: any },
) => ApiObject;

/** By group and kind. */
const CONSTRUCTS: ReadonlyMap<string, TypedConstruct> = new Map<string, TypedConstruct>([
  ['cluster.x-k8s.io/MachineDeployment', MachineDeployment],
  ['cluster.x-k8s.io/MachineHealthCheck', MachineHealthCheck],
  ['bootstrap.cluster.x-k8s.io/KubeadmConfigTemplate', KubeadmConfigTemplate],
  ['bootstrap.cluster.x-k8s.io/NodeadmConfigTemplate', NodeadmConfigTemplate],
  ['bootstrap.cluster.x-k8s.io/EKSConfigTemplate', EksConfigTemplate],
  ['infrastructure.cluster.x-k8s.io/AWSMachineTemplate', AwsMachineTemplate],
  ['karpenter.cluster.x-k8s.io/ClusterAPINodeClass', ClusterApiNodeClass],
  ['karpenter.sh/NodePool', NodePool],
  ['autoscaling.x-k8s.io/CapacityQuota', CapacityQuota],
]);

/** Kinds of Cluster API itself. Backends speak v1beta2, from which the constructs translate. */
const VERSIONED: ReadonlySet<string> = new Set([
  'MachineDeployment',
  'MachineHealthCheck',
  'KubeadmConfigTemplate',
]);

/** Adds an object by the construct for its kind; kinds of Kubernetes itself have none of ours. */
export function addClusterApiObject(
  scope: Construct,
  id: string,
  {
    object,
    metadata,
    version,
  }: {
    readonly object: ClusterApiObject;
    readonly metadata: ApiObjectMetadata;
    readonly version: ClusterApiSettings['apiVersion']['value'];
  },
): ApiObject {
  const { apiVersion, kind, spec, data, fields } = object;
  const [group = '', own] = apiVersion.split('/');
  const Typed = CONSTRUCTS.get(`${group}/${kind}`);
  if (Typed !== undefined) {
    return new Typed(scope, id, { metadata, spec, apiVersion: VERSIONED.has(kind) ? version : own });
  }
  return new ApiObject(scope, id, {
    apiVersion,
    kind,
    metadata,
    ...(spec === undefined || spec === null ? {} : { spec }),
    ...(data === undefined ? {} : { data }),
    ...fields,
  });
}
