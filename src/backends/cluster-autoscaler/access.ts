import type { Origin } from '../../diagnostics/origin.ts';
import { CLUSTER_NAME_LABEL } from '../../expansion/keys.ts';
import { templateBase } from '../../expansion/machine-deployment-name.ts';
import type { ClusterApiSettings } from '../../model/cluster-api.ts';
import type { ClusterApiObject } from '../../model/compilation.ts';
import type { JsonValue } from '../../model/compiled-object.ts';

const RBAC = 'rbac.authorization.k8s.io';
const TEMPLATE_GROUP = 'infrastructure.cluster.x-k8s.io';

/** Who the Cluster Autoscaler is in the management cluster, and what it may do there: a ServiceAccount, a Role and the two bound together. */
export function autoscalerAccess(
  templates: readonly Pick<ClusterApiObject, 'apiVersion' | 'kind'>[],
  { clusterName, namespace }: ClusterApiSettings,
): readonly ClusterApiObject[] {
  const name = templateBase([clusterName.value, 'cluster-autoscaler']);
  const common = {
    tree: 'management',
    name,
    namespace: namespace.value,
    labels: { [CLUSTER_NAME_LABEL]: clusterName.value },
    spec: undefined,
    origins: new Map<string, Origin>([
      ['', clusterName.origin],
      ['/metadata/namespace', namespace.origin],
    ]),
  } as const;
  return [
    { ...common, apiVersion: 'v1', kind: 'ServiceAccount' },
    { ...common, apiVersion: `${RBAC}/v1`, kind: 'Role', fields: { rules: rules(templates) } },
    {
      ...common,
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      fields: {
        roleRef: { apiGroup: RBAC, kind: 'Role', name },
        subjects: [{ kind: 'ServiceAccount', name, namespace: namespace.value }],
      },
    },
  ];
}

/** It reads machines and their templates, marks Machines that shall go, and changes sizes. */
function rules(templates: readonly Pick<ClusterApiObject, 'apiVersion' | 'kind'>[]): JsonValue {
  const group = 'cluster.x-k8s.io';
  const scaled = ['machinedeployments', 'machinepools', 'machinesets'];
  return [
    rule(group, [...scaled, 'machines'], ['get', 'list', 'watch']),
    rule(group, ['machines'], ['patch', 'update']),
    rule(
      group,
      scaled.map((resource) => `${resource}/scale`),
      ['get', 'patch', 'update'],
    ),
    rule(TEMPLATE_GROUP, templateResources(templates), ['get', 'list', 'watch']),
  ];
}

function rule(apiGroup: string, resources: readonly string[], verbs: readonly string[]): JsonValue {
  return { apiGroups: [apiGroup], resources: [...resources], verbs: [...verbs] };
}

/** The autoscaler makes the resource of a kind the same way: in lower case, with an s. */
function templateResources(templates: readonly Pick<ClusterApiObject, 'apiVersion' | 'kind'>[]): string[] {
  const kinds = templates.filter(({ apiVersion }) => apiVersion.startsWith(`${TEMPLATE_GROUP}/`));
  // Those of a ClusterClass are its own affair.
  if (kinds.length === 0) return ['*'];
  return [...new Set(kinds.map(({ kind }) => `${kind.toLowerCase()}s`))].sort();
}
