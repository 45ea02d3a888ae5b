import { parseDuration } from '../../kubernetes/duration.ts';
import {
  type Hashed,
  type HashedField,
  expectText,
  hashInteger,
  hashWrapped,
  isAbsent,
  listOf,
  mapOf,
  pointerTo,
  structOf,
  TEXT,
  TIME,
  DURATION,
} from '../../kubernetes/struct-hash.ts';

/** Where Karpenter keeps the hash, on NodePools and NodeClaims. */
export const NODE_POOL_HASH_ANNOTATION = 'karpenter.sh/nodepool-hash';
/** Hashes of different versions do not compare. */
export const NODE_POOL_HASH_VERSION_ANNOTATION = 'karpenter.sh/nodepool-hash-version';

/**
 * Karpenter's static drift hash of a NodePool: when it differs from that of a NodeClaim, the node is replaced. It covers
 * `spec.template` without its requirements (those drift node by node).
 *
 * @param template `spec.template` as it is stored, so with what the API server fills in; a TypeError if it is not valid
 * @param hashVersion value of `karpenter.sh/nodepool-hash-version`; `v3` is that of Karpenter 1.14
 * @returns the annotation's text, or undefined where the version is not known here
 */
export function nodePoolHash(template: object, hashVersion: string): string | undefined {
  const hashed = Object.hasOwn(TEMPLATES, hashVersion) ? TEMPLATES[hashVersion] : undefined;
  return hashed?.hash(template).toString();
}

/** `NillableDuration`: a pointer inside, so that 0s is there, while `Never` is not. */
const NILLABLE_DURATION: Hashed = {
  hash: (value) => {
    const nanoseconds = isNever(value) ? undefined : parseDuration(expectText(value));
    return hashWrapped(
      'NillableDuration',
      'Duration',
      nanoseconds === undefined ? undefined : hashInteger(nanoseconds, 8),
    );
  },
  isZero: isNever,
};

function isNever(value: unknown): boolean {
  return isAbsent(value) || value === 'Never';
}

function field(goName: string, jsonName: string, of: Hashed): HashedField {
  return { goName, jsonName, of };
}

const OBJECT_META = structOf('ObjectMeta', [
  field('Labels', 'labels', mapOf(TEXT)),
  field('Annotations', 'annotations', mapOf(TEXT)),
]);

const TAINT = structOf('Taint', [
  field('Key', 'key', TEXT),
  field('Value', 'value', TEXT),
  field('Effect', 'effect', TEXT),
  field('TimeAdded', 'timeAdded', pointerTo(TIME)),
]);

const NODE_CLASS_REFERENCE = structOf('NodeClassReference', [
  field('Kind', 'kind', TEXT),
  field('Name', 'name', TEXT),
  field('Group', 'group', TEXT),
]);

const REQUIREMENTS: Hashed = listOf(structOf('NodeSelectorRequirementWithMinValues', []));

/** Karpenter 1.14, `pkg/apis/v1`: types and fields in the order of the source. */
const TEMPLATE_V3 = structOf('NodeClaimTemplate', [
  field('ObjectMeta', 'metadata', OBJECT_META),
  field(
    'Spec',
    'spec',
    structOf('NodeClaimTemplateSpec', [
      field('Taints', 'taints', listOf(TAINT)),
      field('StartupTaints', 'startupTaints', listOf(TAINT)),
      { ...field('Requirements', 'requirements', REQUIREMENTS), ignored: true },
      field('NodeClassRef', 'nodeClassRef', pointerTo(NODE_CLASS_REFERENCE)),
      field('TerminationGracePeriod', 'terminationGracePeriod', pointerTo(DURATION)),
      field('ExpireAfter', 'expireAfter', NILLABLE_DURATION),
    ]),
  ),
]);

const TEMPLATES: Readonly<Record<string, Hashed>> = { v3: TEMPLATE_V3 };
