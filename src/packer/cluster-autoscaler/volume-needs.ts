import type { PodSpec } from '../../kubernetes/api/pod.ts';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../kubernetes/api/storage.ts';
import { VolumeBook } from '../karpenter/volumes.ts';
import { type LabelReader, type NodeAffinity, termTest } from './node-affinity.ts';
import type { Problem } from './problem.ts';

/** What the volumes of one pod ask of a node. */
export interface VolumeNeeds {
  /** Why the pod fits nowhere, as a phrase that completes "the pod ...". */
  readonly problem: string | undefined;
  /** CSI driver to the claims that the pod mounts through it. */
  readonly usage: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether all volumes can be reached from a node. */
  readonly reachable: (label: LabelReader, nodeName: string | undefined) => boolean;
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
  }

  needs(pod: { readonly name: string; readonly namespace: string; readonly spec: PodSpec }): VolumeNeeds {
    const tests = (pod.spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
      const claim = persistentVolumeClaim?.claimName ?? (ephemeral && `${pod.name}-${name}`);
      return claim === undefined ? [] : this.#testsOf(this.#claims.get(`${pod.namespace}/${claim}`));
    });
    return {
      problem: this.#book.problem(pod),
      usage: this.#book.usage(pod),
      reachable: (label, nodeName) => tests.every((test) => test(label, nodeName)),
    };
  }

  #testsOf(claim: PersistentVolumeClaim | undefined): readonly ReachTest[] {
    const { volumeName = '', storageClassName = '' } = claim?.spec ?? {};
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
