import { parseAllDocuments } from 'yaml';
import type { WorkloadPod, Workloads } from '../../../src/model/workloads.ts';
import type { Manifest } from '../rig/api.ts';

/** Manifests as the API server gets them: as they are written, so that completing them is up to it. */
export interface ManifestObjects {
  /** What pods depend on, in an order in which it can be created. */
  readonly surroundings: readonly Manifest[];
  /** Of the same names as those that are planned. */
  readonly pods: readonly Manifest[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Kinds that are created as they are written; others make pods or do not matter to Karpenter. */
const SURROUNDINGS = [
  'Namespace',
  'PriorityClass',
  'RuntimeClass',
  'LimitRange',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'DaemonSet',
];
const CLUSTER_SCOPED = new Set([
  'Namespace',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'PersistentVolume',
]);

export function manifestObjects(manifests: string, workloads: Workloads): ManifestObjects {
  const written = parseAllDocuments(manifests).map((document) => document.toJS() as Manifest | null);
  const objects = written.filter((object) => object !== null).map(inNamespace);
  const byOwner = new Map(objects.map((object) => [ownerKey(object.kind, object.metadata), object]));
  const given = SURROUNDINGS.flatMap((kind) => objects.filter((object) => object.kind === kind)).map(
    complete,
  );
  const named = new Set(given.map((object) => ownerKey(object.kind, object.metadata)));
  const added = [...namespacesOf(objects), ...claimsOf(workloads)].filter(
    (object) => !named.has(ownerKey(object.kind, object.metadata)),
  );
  return {
    surroundings: [
      ...added.filter(({ kind }) => kind === 'Namespace'),
      ...given,
      ...added.filter(({ kind }) => kind !== 'Namespace'),
    ],
    pods: workloads.pods.map((pod) => podOf(pod, byOwner)),
  };
}

/** What the API server asks for and the plan does not look at. */
function complete(object: Manifest): Manifest {
  if (object.kind !== 'DaemonSet') return object;
  const spec = object['spec'] as Fields;
  const template = spec['template'] as Fields;
  return {
    ...object,
    spec: { ...spec, template: { ...template, spec: withImages(template['spec'] as Fields) } },
  };
}

function inNamespace(object: Manifest): Manifest {
  if (CLUSTER_SCOPED.has(object.kind)) return object;
  return { ...object, metadata: { ...object.metadata, namespace: object.metadata.namespace ?? 'default' } };
}

function ownerKey(
  kind: string,
  { namespace = '', name }: { readonly namespace?: string; readonly name: string },
) {
  return `${kind} ${namespace}/${name}`;
}

function namespacesOf(objects: readonly Manifest[]): readonly Manifest[] {
  const names = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  names.delete('default');
  return [...names].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
}

/** Those that controllers would make. */
function claimsOf({ persistentVolumeClaims }: Workloads): readonly Manifest[] {
  return persistentVolumeClaims.map(({ metadata: { name, namespace = 'default' }, spec }) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...spec,
    },
  }));
}

/** The pod that a controller would make of its template. Names and labels are those of the plan. */
function podOf(pod: WorkloadPod, byOwner: ReadonlyMap<string, Manifest>): Manifest {
  const { name, namespace, template } = pod;
  const { owner = { kind: 'Pod', namespace, name }, labels = {} } = template;
  const object = byOwner.get(ownerKey(owner.kind, owner));
  if (object === undefined) throw new Error(`no manifest of ${owner.kind} ${owner.namespace}/${owner.name}`);
  const spec = podSpec(object);
  const volumes = [...listOf(spec['volumes']), ...claimVolumes(pod, spec)];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels },
    spec: { ...withImages(spec), ...(volumes.length === 0 ? {} : { volumes }) },
  };
}

function podSpec(object: Manifest): Fields {
  const spec = object['spec'] as Fields;
  if (object.kind === 'Pod') return spec;
  const job = object.kind === 'CronJob' ? ((spec['jobTemplate'] as Fields)['spec'] as Fields) : spec;
  return (job['template'] as Fields)['spec'] as Fields;
}

/** Volumes that a StatefulSet adds for its claims. */
function claimVolumes({ template }: WorkloadPod, spec: Fields): readonly unknown[] {
  const named = new Set(listOf(spec['volumes']).map(({ name }) => name));
  return (template.spec.volumes ?? []).filter(({ name }) => !named.has(name));
}

function withImages(spec: Fields): Fields {
  const filled = (containers: unknown) =>
    listOf(containers).map((container) => ({ image: 'registry.example.com/any:1', ...container }));
  const { containers, initContainers } = spec;
  return {
    ...spec,
    containers: filled(containers),
    ...(initContainers === undefined ? {} : { initContainers: filled(initContainers) }),
  };
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}
