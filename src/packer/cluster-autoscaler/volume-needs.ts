import type { PodSpec } from '../../kubernetes/api/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../kubernetes/api/storage.ts';
import { VolumeBook } from '../karpenter/volumes.ts';
import { type LabelReader, type NodeAffinity, termTest } from './node-affinity.ts';
import type { Problem } from './problem.ts';

/** What the volumes of one pod ask of a node. */
export interface VolumeNeeds {
  /** Why the pod fits nowhere, as a phrase that completes "the pod ...". */
  readonly problem: string | undefined;
  readonly usage: Mounts;
  /** Pods with equal needs have equal text. */
  readonly identity: string;
  /** Whether all volumes can be reached from a node. */
  readonly reachable: (label: LabelReader, nodeName: string | undefined) => boolean;
}

/** CSI driver to the claims that are mounted through it. */
export type Mounts = ReadonlyMap<string, Mounted>;

export interface Mounted {
  /** Claims that several pods use: a node mounts each once. */
  readonly shared: ReadonlySet<string>;
  /** How many claims that nobody else uses. */
  readonly own: number;
}

export function mountedCount({ shared, own }: Mounted): number {
  return shared.size + own;
}

/** How many claims more a node mounts once it has these too. */
export function newMounts(present: Mounted | undefined, { shared, own }: Mounted): number {
  if (shared.size === 0 || present === undefined) return own + shared.size;
  let added = own;
  for (const claim of shared) if (!present.shared.has(claim)) added++;
  return added;
}

export function addMounts(present: Mounted | undefined, added: Mounted): Mounted {
  if (present === undefined) return added;
  const shared = added.shared.size === 0 ? present.shared : new Set([...present.shared, ...added.shared]);
  return { shared, own: present.own + added.own };
}

/** Labels on a PersistentVolume that its node must have too; several values are joined by `__`. */
const ZONE_LABELS = [
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
];

/**
 * Claims, volumes and storage classes, as the scheduler's filters VolumeBinding, VolumeZone and NodeVolumeLimits read them:
 * a bound volume must be reachable, an unbound claim must wait for its first consumer and its class allow the place.
 */
export class VolumeShelf {
  readonly #book: VolumeBook;
  readonly #claims: ReadonlyMap<string, PersistentVolumeClaim>;
  readonly #volumes: ReadonlyMap<string, PersistentVolume>;
  readonly #classes: ReadonlyMap<string, StorageClass>;
  /** `namespace/name` of claims that more than one pod uses. */
  readonly #shared: ReadonlySet<string>;
  /** By name of the volume and of the storage class. */
  readonly #reach = new Map<string, readonly ReachTest[]>();

  constructor(problem: Problem) {
    this.#book = new VolumeBook({ ...problem, labels: { aliases: new Map() } });
    this.#claims = new Map(
      problem.persistentVolumeClaims?.map((claim) => [
        `${claim.metadata.namespace ?? 'default'}/${claim.metadata.name}`,
        claim,
      ]),
    );
    this.#volumes = new Map(problem.persistentVolumes?.map((volume) => [volume.metadata.name, volume]));
    this.#classes = new Map(problem.storageClasses?.map((one) => [one.metadata.name, one]));
    this.#shared = sharedClaims(problem);
  }

  needs(pod: PodWithClaims): VolumeNeeds {
    const places = claimsOf(pod).map((claim) => {
      const { volumeName = '', storageClassName = '' } = this.#claims.get(claim)?.spec ?? {};
      return volumeName === '' ? { volumeName, storageClassName } : { volumeName, storageClassName: '' };
    });
    const tests = places.flatMap((place) => this.#testsOf(place));
    const usage = this.#mounts(pod);
    const problem = this.#book.problem(pod);
    return {
      problem,
      usage,
      identity: JSON.stringify([
        problem,
        places.filter((place) => this.#testsOf(place).length > 0),
        [...usage].map(([driver, { shared, own }]) => [driver, [...shared], own]),
      ]),
      reachable: (label, nodeName) => tests.every((test) => test(label, nodeName)),
    };
  }

  #mounts(pod: PodWithClaims): Mounts {
    const usage = [...this.#book.usage(pod)].map(([driver, claims]) => {
      const shared = new Set([...claims].filter((claim) => this.#shared.has(claim)));
      return [driver, { shared, own: claims.size - shared.size }] as const;
    });
    return new Map(usage);
  }

  #testsOf(place: Place): readonly ReachTest[] {
    const key = `${place.volumeName}/${place.storageClassName}`;
    let tests = this.#reach.get(key);
    if (tests === undefined) {
      tests = this.#findTests(place);
      this.#reach.set(key, tests);
    }
    return tests;
  }

  #findTests({ volumeName, storageClassName }: Place): readonly ReachTest[] {
    if (volumeName !== '') return reachOf(this.#volumes.get(volumeName));
    const allowed = this.#classes.get(storageClassName)?.allowedTopologies ?? [];
    const terms = allowed.map(({ matchLabelExpressions = [] }) =>
      termTest({
        matchExpressions: matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values })),
      }),
    );
    return terms.length === 0 ? [] : [anyOf(terms)];
  }
}

interface PodWithClaims {
  readonly name: string;
  readonly namespace: string;
  readonly spec: PodSpec;
}

/** The volume of a claim that has one, or else the class that would make it. */
interface Place {
  readonly volumeName: string;
  readonly storageClassName: string;
}

/** `namespace/name`. */
function claimsOf({ name: podName, namespace, spec }: PodWithClaims): readonly string[] {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim = persistentVolumeClaim?.claimName ?? (ephemeral && `${podName}-${name}`);
    return claim === undefined ? [] : [`${namespace}/${claim}`];
  });
}

function sharedClaims({ pods, boundPods = [], nodeGroups }: Problem): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const note = (pod: PodWithClaims) => {
    for (const claim of new Set(claimsOf(pod))) (seen.has(claim) ? shared : seen).add(claim);
  };
  for (const { name, namespace, template } of pods) note({ name, namespace, spec: template.spec });
  for (const { metadata, spec } of [
    ...boundPods,
    ...nodeGroups.flatMap(({ template }) => template?.pods ?? []),
  ]) {
    note({ name: metadata.name, namespace: metadata.namespace ?? 'default', spec });
  }
  return shared;
}

type ReachTest = (label: LabelReader, nodeName: string | undefined) => boolean;

function reachOf(volume: PersistentVolume | undefined): readonly ReachTest[] {
  const terms = volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms.map(termTest);
  const zones = ZONE_LABELS.flatMap((key) => {
    const value = volume?.metadata.labels?.[key];
    return value === undefined ? [] : [{ key, values: value.split('__') }];
  });
  const inZone: ReachTest = (label) =>
    // A node that knows of no zones is let through.
    ZONE_LABELS.every((key) => label(key) === undefined) ||
    zones.every(({ key, values }) => values.includes(label(key) ?? ''));
  return [...(terms === undefined ? [] : [anyOf(terms)]), ...(zones.length === 0 ? [] : [inZone])];
}

function anyOf(terms: readonly NodeAffinity[]): ReachTest {
  return (label, nodeName) => terms.some((term) => term(label, nodeName) === undefined);
}
