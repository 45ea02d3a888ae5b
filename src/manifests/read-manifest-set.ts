import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { followPath, type PathSegment } from '../diagnostics/located-path.ts';
import type { Source } from '../diagnostics/source.ts';
import type { ManifestObject, ManifestSet } from '../model/manifest-set.ts';
import { isMap } from './pick.ts';
import { isPriorityMap, readPriorityMap } from './priority-map.ts';
import { unrenderedTemplate } from './unrendered-template.ts';
import { type FoundObject, walkObjects } from './walk-objects.ts';

export interface ReadManifestSet {
  readonly set: ManifestSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Kinds that node groups are made of, or judged with, by group. An infrastructure group has any kind. */
const KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'cluster.x-k8s.io',
    new Set([
      'MachineDeployment',
      'MachineSet',
      'MachinePool',
      'MachineHealthCheck',
      'Cluster',
      'ClusterClass',
    ]),
  ],
  ['karpenter.sh', new Set(['NodePool'])],
  ['karpenter.cluster.x-k8s.io', new Set(['ClusterAPINodeClass'])],
  ['autoscaling.x-k8s.io', new Set(['CapacityQuota'])],
  ['apps', new Set(['Deployment'])],
]);
const PROVIDER_GROUPS = ['infrastructure.cluster.x-k8s.io', 'bootstrap.cluster.x-k8s.io'];

/**
 * Reads manifests and dumps (YAML, JSON, lists of either) for node groups of Cluster API and what belongs to them.
 * Everything else in them is passed over, as are fields of the wrong type: the API server says what is wrong with those.
 */
export function readManifestSet(sources: readonly Source[]): ReadManifestSet {
  const diagnostics: Diagnostic[] = [];
  const objects: ManifestObject[] = [];
  for (const source of sources) {
    const problems: Diagnostic[] = [];
    const note = (found: Diagnostic): void => void problems.push(found);
    walkObjects(source, (found) => objects.push(...manifestObject(found, note)), note);
    const template = unrenderedTemplate(source, problems);
    diagnostics.push(...(template === undefined ? problems : [template]));
  }
  return {
    set: {
      objects: objects.filter((object) => !isPriorityMap(object)),
      priorityMaps: objects.filter(isPriorityMap).map(readPriorityMap),
    },
    diagnostics,
  };
}

/** Whether objects of a kind are read here. */
export function isMachineKind({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return KINDS.get(group)?.has(kind) === true || PROVIDER_GROUPS.includes(group);
}

function manifestObject({ raw, apiVersion, kind, place }: FoundObject, report: (found: Diagnostic) => void) {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  if (!isMachineKind({ group, kind }) && !(group === '' && kind === 'ConfigMap')) return [];
  const metadata = isMap(raw['metadata']) ? raw['metadata'] : {};
  const name = textOf(metadata['name']) ?? textOf(metadata['generateName']);
  if (name === undefined) {
    // Others' objects are only looked through for something that is known by its name or flags.
    if (group === '' || group === 'apps') return [];
    const help = 'Give it a `metadata.name`.';
    report(diagnostic('PW7002', place.span(['metadata']), `the ${kind} has no name`, { help }));
    return [];
  }
  const object: ManifestObject = {
    group,
    version: apiVersion.slice(slash + 1),
    kind,
    name,
    namespace: textOf(metadata['namespace']) ?? 'default',
    raw,
    isLive: metadata['uid'] !== undefined,
    file: place.source.file,
    span: (path: readonly PathSegment[]) => place.span(path),
    locate: (path: readonly PathSegment[]) => followPath(place.located, path),
  };
  return [object];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
