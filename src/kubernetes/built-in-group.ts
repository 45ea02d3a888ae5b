/** Groups that an API server serves itself; those without a dot are all of that kind. */
const GROUPS: ReadonlySet<string> = new Set(
  [
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'internal.apiserver',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'storage',
    'storagemigration',
  ].map((name) => `${name}.k8s.io`),
);

/** Whether an API group is Kubernetes' own, which no CustomResourceDefinition describes. `` is the core group. */
export function isBuiltInGroup(group: string): boolean {
  return !group.includes('.') || GROUPS.has(group);
}
