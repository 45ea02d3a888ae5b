import type { ApiServer, Manifest } from '../rig/api.ts';

/** `NodePool/default`, `AWSMachineTemplate/clusters/edge-batch-7abe0702` */
export function nameOf({ kind, metadata: { name, namespace } }: Manifest): string {
  return namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

export function namesOf(objects: readonly Manifest[]): readonly string[] {
  return objects.map(nameOf).sort();
}

/**
 * What is stored of poolwright's objects, of the kinds that `objects` are of: by name, with the version that every write
 * changes.
 */
export async function liveVersions(
  api: ApiServer,
  objects: readonly Manifest[],
): Promise<ReadonlyMap<string, string>> {
  const kinds = new Map(
    objects.map(({ apiVersion, kind }) => [`${apiVersion} ${kind}`, { apiVersion, kind }]),
  );
  const lists = await Promise.all([...kinds.values()].map((kind) => api.list(kind)));
  return new Map(
    lists
      .flat()
      .filter((object) => 'poolwright.dev/source' in annotationsOf(object))
      .map((object) => [nameOf(object), object.metadata.resourceVersion ?? '']),
  );
}

function annotationsOf({ metadata }: Manifest): Readonly<Record<string, string>> {
  return (metadata['annotations'] ?? {}) as Readonly<Record<string, string>>;
}

/**
 * What Flux and Argo CD do about objects that left the manifests: they delete those of their inventory that say nothing
 * against it.
 */
export async function prune(
  api: ApiServer,
  before: readonly Manifest[],
  after: readonly Manifest[],
): Promise<readonly string[]> {
  const wanted = new Set(namesOf(after));
  const removed: string[] = [];
  for (const object of before.filter((one) => !wanted.has(nameOf(one)))) {
    const stored = await api.get(object);
    if (stored === undefined || isKept(stored)) continue;
    await api.remove(object);
    removed.push(nameOf(object));
  }
  return removed.sort();
}

/** Both marks are there, or neither: a team that moves from one tool to the other keeps the same objects. */
function isKept(object: Manifest): boolean {
  const annotations = annotationsOf(object);
  const options = (annotations['argocd.argoproj.io/sync-options'] ?? '').split(',');
  const flux = annotations['kustomize.toolkit.fluxcd.io/prune'] === 'disabled';
  const argo = options.includes('Prune=false');
  if (flux !== argo) throw new Error(`${nameOf(object)} is kept by one tool only`);
  return flux;
}
