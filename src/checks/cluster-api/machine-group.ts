import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { LocatedScalar } from '../../diagnostics/located.ts';
import type { Span } from '../../diagnostics/span.ts';
import { CAPACITY_KEYS, MAX_SIZE_KEY, MIN_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import { isData, listAt, type Texts, textAt, textsAt, valueAt } from './raw.ts';

/** Something that machines are made from in any number: an object of its own, or an entry of a Cluster's topology. */
export interface MachineGroup {
  readonly kind: 'MachineDeployment' | 'MachineSet' | 'MachinePool' | 'topology' | 'class';
  readonly object: ManifestObject;
  /** Of the group inside the object. */
  readonly path: readonly PathSegment[];
  /** As messages name it. */
  readonly title: string;
  readonly annotations: Texts;
  /** Of the group itself. */
  readonly labels: Texts;
  /** Of its machines. */
  readonly templateLabels: Texts;
  /** Who changes its replicas: the Cluster Autoscaler, Karpenter's provider for Cluster API, nobody. */
  readonly scaler: 'autoscaler' | 'karpenter' | 'none';
}

export type UnscaledGroup = Omit<MachineGroup, 'scaler'>;

const KINDS = ['MachineDeployment', 'MachineSet', 'MachinePool'] as const;

/** The groups that an object is or holds. MachineSets of a MachineDeployment are none: only its own annotations count. */
export function groupsOf(object: ManifestObject): readonly UnscaledGroup[] {
  if (object.group !== 'cluster.x-k8s.io') return [];
  const kind = KINDS.find((one) => one === object.kind);
  if (kind !== undefined) return isOwned(object) ? [] : [ownGroup(kind, object)];
  if (object.kind === 'Cluster') return topologyGroups(object, ['spec', 'topology', 'workers']);
  return object.kind === 'ClusterClass' ? classGroups(object) : [];
}

function isOwned({ raw }: ManifestObject): boolean {
  return listAt(raw, ['metadata', 'ownerReferences']).some(
    (one) => textAt(one, ['kind']) === 'MachineDeployment',
  );
}

function ownGroup(kind: (typeof KINDS)[number], object: ManifestObject): UnscaledGroup {
  return {
    kind,
    object,
    path: [],
    title: titleOf(object),
    annotations: textsAt(object.raw, ['metadata', 'annotations']),
    labels: textsAt(object.raw, ['metadata', 'labels']),
    templateLabels: textsAt(object.raw, ['spec', 'template', 'metadata', 'labels']),
  };
}

/** Their metadata goes to the MachineDeployment and to its machines alike. */
function topologyGroups(object: ManifestObject, workers: readonly PathSegment[]): readonly UnscaledGroup[] {
  return (['machineDeployments', 'machinePools'] as const).flatMap((list) =>
    listAt(object.raw, [...workers, list]).map((entry, i): UnscaledGroup => {
      const path = [...workers, list, i];
      const labels = textsAt(entry, ['metadata', 'labels']);
      return {
        kind: 'topology',
        object,
        path,
        title: `\`${textAt(entry, ['name']) ?? String(i)}\` in the topology of ${titleOf(object)}`,
        annotations: textsAt(entry, ['metadata', 'annotations']),
        labels,
        templateLabels: labels,
      };
    }),
  );
}

/** In v1beta1 the metadata of a class is that of its template. */
function classGroups(object: ManifestObject): readonly UnscaledGroup[] {
  return listAt(object.raw, ['spec', 'workers', 'machineDeployments']).map((entry, i): UnscaledGroup => {
    const own = ['spec', 'workers', 'machineDeployments', i];
    const path = isData(valueAt(entry, ['metadata'])) ? own : [...own, 'template'];
    const metadata = valueAt(object.raw, [...path, 'metadata']);
    const labels = textsAt(metadata, ['labels']);
    return {
      kind: 'class',
      object,
      path,
      title: `class \`${textAt(entry, ['class']) ?? String(i)}\` of ${titleOf(object)}`,
      annotations: textsAt(metadata, ['annotations']),
      labels,
      templateLabels: labels,
    };
  });
}

/** "MachineDeployment `clusters/web`". */
export function titleOf({ kind, namespace, name }: ManifestObject): string {
  return `${kind} \`${namespace}/${name}\``;
}

/** The autoscaler's name for a group. Those of a topology get one only when they are made. */
export function nodeGroupId({ kind, object }: MachineGroup): string | undefined {
  if (kind === 'topology' || kind === 'class') return undefined;
  return `${kind}/${object.namespace}/${object.name}`;
}

const CAPACITY: ReadonlySet<string> = new Set(Object.values(CAPACITY_KEYS));

/** Says what a node will be before there is one. */
export function describesNode({ annotations }: Pick<MachineGroup, 'annotations'>): boolean {
  return Object.keys(annotations).some((key) => CAPACITY.has(key));
}

export function hasSize({ annotations }: Pick<MachineGroup, 'annotations'>): boolean {
  return Object.hasOwn(annotations, MIN_SIZE_KEY) || Object.hasOwn(annotations, MAX_SIZE_KEY);
}

export function annotationPath({ path }: UnscaledGroup, key: string): readonly PathSegment[] {
  return [...path, 'metadata', 'annotations', key];
}

/** The value of an annotation, or the map that lacks it. */
export function annotationSpan(group: UnscaledGroup, key: string): Span {
  return group.object.span(annotationPath(group, key));
}

export function annotationKeySpan(group: UnscaledGroup, key: string): Span {
  return keySpanOf(group.object, annotationPath(group, key));
}

export function annotationScalar(group: UnscaledGroup, key: string): LocatedScalar | undefined {
  const { value } = group.object.locate(annotationPath(group, key));
  return value?.kind === 'scalar' ? value : undefined;
}

/** The key of a field; where it is missing, the nearest thing that is written. */
export function keySpanOf(object: ManifestObject, path: readonly PathSegment[]): Span {
  return object.locate(path).entry?.keySpan ?? object.span(path);
}

/** Where the group says who it is. */
export function nameSpan({ kind, object, path }: UnscaledGroup): Span {
  if (kind === 'topology') return object.span([...path, 'name']);
  return object.span(kind === 'class' ? [...path.slice(0, 4), 'class'] : ['metadata', 'name']);
}
