import type { ObjectMeta } from '../../src/kubernetes/api/object-meta.ts';
import type { Pod } from '../../src/kubernetes/api/pod.ts';
import type {
  LabelRules,
  PackerInstanceType,
  PackerPool,
  PendingPod,
  PendingPodTemplate,
  Problem,
} from '../../src/packer/karpenter/problem.ts';
import type { Loose, PodGroup, Scenario } from './format.ts';

/** The instance types of a catalogue that a scenario names. */
export type CatalogueByName = (name: string) => readonly PackerInstanceType[];

const CREATED_AT = '2026-01-01T00:00:00Z';
const DIGITS = 5;

/** Core's, of Karpenter 1.14.1. */
const WELL_KNOWN = [
  'karpenter.sh/nodepool',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'karpenter.sh/capacity-type',
  'node.kubernetes.io/windows-build',
];

const ALIASES = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

/** What a scenario says as the packer wants it: pod groups written out, defaults of the format filled in. */
export function problemOf(scenario: Scenario, catalogue: CatalogueByName): Problem {
  return {
    ...(scenario.options === undefined ? {} : { options: scenario.options }),
    labels: labelRules(scenario),
    nodePools: nodePools(scenario, catalogue),
    pods: [...(scenario.pods ?? []).map(pendingPod), ...(scenario.podGroups ?? []).flatMap(pendingGroup)],
    nodes: objects(scenario.nodes),
    nodeClaims: objects(scenario.nodeClaims),
    boundPods: [...objects(scenario.boundPods), ...(scenario.boundPodGroups ?? []).flatMap(boundGroup)],
    daemonSets: objects(scenario.daemonSets),
    namespaces: objects(scenario.namespaces),
    persistentVolumeClaims: objects(scenario.pvcs),
    persistentVolumes: objects(scenario.pvs),
    storageClasses: objects(scenario.storageClasses),
    csiNodes: objects(scenario.csiNodes),
  };
}

function labelRules(scenario: Scenario): LabelRules {
  return {
    wellKnown: new Set([...WELL_KNOWN, ...(scenario.wellKnownLabels ?? [])]),
    restrictedDomains: ['karpenter.sh', ...(scenario.restrictedLabelDomains ?? [])],
    aliases: new Map(Object.entries({ ...ALIASES, ...scenario.normalizedLabels })),
    reservationId: scenario.reservationIDLabel ?? 'karpenter.k8s.aws/capacity-reservation-id',
  };
}

function nodePools(scenario: Scenario, catalogue: CatalogueByName): readonly PackerPool[] {
  const typesOf = instanceTypesByPool(scenario, catalogue);
  return (scenario.nodePools ?? []).map(({ metadata, spec, status }) => ({
    metadata,
    spec: spec ?? {},
    ...(status === undefined ? {} : { status }),
    instanceTypes: typesOf(metadata.name),
  }));
}

/** Pools with the same list share one array, as they may share a catalogue of a thousand types. */
function instanceTypesByPool(
  scenario: Scenario,
  catalogue: CatalogueByName,
): (pool: string) => readonly PackerInstanceType[] {
  const { instanceTypes } = scenario;
  if (isList(instanceTypes)) return () => instanceTypes;
  const shared = catalogueOf(scenario, catalogue);
  return (pool) => (instanceTypes === undefined ? undefined : ownEntry(instanceTypes, pool)) ?? shared;
}

function catalogueOf(scenario: Scenario, catalogue: CatalogueByName): readonly PackerInstanceType[] {
  if (scenario.catalogue === undefined) return [];
  const all = catalogue(scenario.catalogue);
  if (scenario.catalogueSubset === undefined) return all;
  const wanted = new Set(scenario.catalogueSubset);
  return all.filter(({ name }) => wanted.has(name));
}

/** `Array.isArray` does not tell a readonly array from an object. */
function isList<T>(value: readonly T[] | object | undefined): value is readonly T[] {
  return Array.isArray(value);
}

function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function pendingPod(pod: Loose<Pod>): PendingPod {
  const { name, namespace, uid, creationTimestamp } = metadataOf(pod.metadata);
  return {
    uid: uid ?? name,
    name,
    namespace,
    createdAtSeconds: seconds(creationTimestamp),
    template: templateOf(pod),
  };
}

function templateOf(pod: Loose<Pod>): PendingPodTemplate {
  return { labels: pod.metadata?.labels, spec: pod.spec, status: pod.status };
}

/** The pods of a group share one template object. */
function pendingGroup(group: PodGroup): readonly PendingPod[] {
  const template = templateOf(group.template);
  const namespace = group.template.metadata?.namespace ?? 'default';
  const first = seconds(group.creationTimestamp ?? CREATED_AT);
  const step = group.creationStepSeconds ?? 1;
  return numbers(group).map((number, i) => ({
    uid: group.uidPrefix + number,
    name: group.namePrefix + number,
    namespace,
    createdAtSeconds: first + i * step,
    template,
  }));
}

function boundGroup(group: PodGroup): readonly Pod[] {
  const first = seconds(group.creationTimestamp ?? CREATED_AT);
  const step = group.creationStepSeconds ?? 1;
  return numbers(group).map((number, i) => ({
    ...group.template,
    metadata: metadataOf({
      ...group.template.metadata,
      uid: group.uidPrefix + number,
      name: group.namePrefix + number,
      creationTimestamp: new Date((first + i * step) * 1000).toISOString(),
    }),
  }));
}

function numbers({ count, width }: PodGroup): readonly string[] {
  return Array.from({ length: count }, (_, i) => String(i).padStart(width ?? DIGITS, '0'));
}

function objects<T extends { readonly metadata?: Partial<ObjectMeta> }>(
  list: readonly T[] | undefined,
): readonly (Omit<T, 'metadata'> & { readonly metadata: ObjectMeta })[] {
  return (list ?? []).map((object) => ({ ...object, metadata: metadataOf(object.metadata) }));
}

function metadataOf(metadata: Partial<ObjectMeta> = {}) {
  return {
    ...metadata,
    name: metadata.name ?? metadata.uid ?? '',
    namespace: metadata.namespace ?? 'default',
    creationTimestamp: metadata.creationTimestamp ?? CREATED_AT,
  };
}

function seconds(timestamp: string): number {
  return Date.parse(timestamp) / 1000;
}
