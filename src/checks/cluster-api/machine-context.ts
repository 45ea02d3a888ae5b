import { selectorTest } from '../../kubernetes/label-selector.ts';
import { KARPENTER_MEMBER_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import type { ManifestObject, ManifestSet, PriorityMap } from '../../model/manifest-set.ts';
import { type Autoscaler, autoscalerIn } from './autoscaler.ts';
import type { FeatureGate } from './feature-gates.ts';
import { describesNode, groupsOf, hasSize, type MachineGroup, type UnscaledGroup } from './machine-group.ts';
import { openAnnotation } from './placeholder.ts';
import { classesOf } from './source-class.ts';
import { selectorAt, type Texts, textAt } from './raw.ts';

/** What a rule over hand-written objects may look at. */
export interface MachineContext {
  readonly objects: readonly ManifestObject[];
  /** Those that were there before, for what must not change under its name. */
  readonly base: readonly ManifestObject[];
  readonly groups: readonly MachineGroup[];
  /** Those that cannot be judged, because placeholders stand in their annotations. */
  readonly openGroups: readonly MachineGroup[];
  readonly autoscalers: readonly Autoscaler[];
  readonly nodeClasses: readonly NodeClass[];
  readonly priorityMaps: readonly PriorityMap[];
  /** The infrastructure template of a group, if it is given. */
  readonly infrastructureOf: (group: UnscaledGroup) => ManifestObject | undefined;
  /** The class that a group of a topology is made from, in each ClusterClass given under that name. */
  readonly classesOf: (group: UnscaledGroup) => readonly UnscaledGroup[];
  /** Those of a group; in a topology, over those of its class. */
  readonly annotationsOf: (group: UnscaledGroup) => Texts;
  /** Feature gates of Cluster API that somebody says are on. */
  readonly featureGates: ReadonlySet<FeatureGate>;
}

/** A ClusterAPINodeClass of Karpenter's provider, with the NodePools that name it. */
export interface NodeClass {
  readonly object: ManifestObject;
  readonly selects: (group: UnscaledGroup) => boolean;
  readonly nodePools: readonly ManifestObject[];
}

export interface MachineInput {
  readonly set: ManifestSet;
  /** Manifests as they were before; undefined: nothing is compared. */
  readonly base?: ManifestSet | undefined;
  /** @default none but those in the flags of a given manager */
  readonly featureGates?: readonly FeatureGate[] | undefined;
}

export function machineContext({ set, base, featureGates = [] }: MachineInput): MachineContext {
  const { objects, priorityMaps } = set;
  const nodeClasses = objects
    .filter(({ kind }) => kind === 'ClusterAPINodeClass')
    .map((object) => nodeClass(object, objects));
  const unscaled = objects.flatMap(groupsOf);
  const all = unscaled.map((group) => ({ ...group, scaler: scalerOf(group, nodeClasses) }));
  const classes = unscaled.filter(({ kind }) => kind === 'class');
  const isOpen = (group: MachineGroup) => openAnnotation(group) !== undefined;
  const byKey = new Map<string, ManifestObject>();
  for (const object of objects) {
    const key = keyOf(object.group, object.kind, object.namespace, object.name);
    byKey.set(key, object);
    byKey.set(keyOf(key, object.file), object);
  }
  return {
    objects,
    base: base?.objects ?? [],
    groups: all.filter((group) => !isOpen(group)),
    openGroups: all.filter(isOpen),
    autoscalers: objects.flatMap((object) => autoscalerIn(object) ?? []),
    nodeClasses,
    priorityMaps,
    featureGates: new Set(featureGates),
    classesOf: (group) => classesOf(group, classes),
    annotationsOf: (group) => ({ ...classesOf(group, classes)[0]?.annotations, ...group.annotations }),
    infrastructureOf: ({ object, path }) => {
      const ref = [...path, 'spec', 'template', 'spec', 'infrastructureRef'];
      const [kind, name] = [textAt(object.raw, [...ref, 'kind']), textAt(object.raw, [...ref, 'name'])];
      const group =
        textAt(object.raw, [...ref, 'apiGroup']) ?? textAt(object.raw, [...ref, 'apiVersion'])?.split('/')[0];
      if (kind === undefined || name === undefined || group === undefined) return undefined;
      const key = keyOf(group, kind, object.namespace, name);
      // Another file may belong to another cluster.
      return byKey.get(keyOf(key, object.file)) ?? byKey.get(key);
    },
  };
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\0');
}

function nodeClass(object: ManifestObject, objects: readonly ManifestObject[]): NodeClass {
  const selector = selectorAt(object.raw, ['spec', 'scalableResourceSelector']);
  const test = selectorTest(selector);
  return {
    object,
    // Without a selector the label must be there and empty; with one it plays no part.
    selects: ({ kind, labels }) =>
      kind === 'MachineDeployment' &&
      (selector === undefined ? labels[KARPENTER_MEMBER_KEY] === '' : test(labels)),
    nodePools: objects.filter(
      ({ kind, raw }) =>
        kind === 'NodePool' &&
        textAt(raw, ['spec', 'template', 'spec', 'nodeClassRef', 'kind']) === 'ClusterAPINodeClass' &&
        textAt(raw, ['spec', 'template', 'spec', 'nodeClassRef', 'name']) === object.name,
    ),
  };
}

function scalerOf(group: UnscaledGroup, nodeClasses: readonly NodeClass[]): MachineGroup['scaler'] {
  const isMember = group.kind === 'MachineDeployment' && Object.hasOwn(group.labels, KARPENTER_MEMBER_KEY);
  if (isMember || nodeClasses.some(({ selects }) => selects(group))) return 'karpenter';
  return hasSize(group) || describesNode(group) ? 'autoscaler' : 'none';
}
