import { isSameJson } from '../diagnostics/is-same-json.ts';
import type { CompiledObject } from '../model/compiled-object.ts';
import type { DriftRules } from '../model/provider.ts';
import type { RecordedHash, SideCluster } from '../model/review-input.ts';
import type { HashPair } from '../model/review.ts';
import { commonest } from './commonest.ts';
import { specOf } from './hashed-replacements.ts';

export interface DriftHashes {
  readonly pair: HashPair;
  /** The cluster has the same hashes on its objects: nothing is added to them, or it is known what. */
  readonly isOfCluster: boolean;
  /** Why the hash that the cluster has recorded is of no use, as sentences. */
  readonly problems: readonly string[];
}

interface HashInput {
  readonly before?: CompiledObject | undefined;
  readonly after?: CompiledObject | undefined;
  readonly base?: SideCluster | undefined;
  readonly drift: DriftRules;
}

/** The drift hash of a NodePool on either side. */
export function nodePoolHashes(input: HashInput): DriftHashes {
  return { pair: pairOf(input, 0n), isOfCluster: true, problems: problemsOf(input, 0n) };
}

/**
 * The same of a node class. Where base is a running cluster its constant is known, so that the hashes are what the cluster
 * has, and will have, on its objects.
 */
export function nodeClassHashes(input: HashInput): DriftHashes {
  const { base, drift } = input;
  const constant = base === undefined ? undefined : clusterConstant(base, drift);
  return {
    pair: pairOf(input, constant ?? 0n),
    isOfCluster: constant !== undefined,
    problems: problemsOf(input, constant ?? 0n),
  };
}

const constants = new WeakMap<SideCluster, bigint | undefined>();

/** What the cluster adds to all hashes of its node classes. */
function clusterConstant(base: SideCluster, drift: DriftRules): bigint | undefined {
  if (base.recordedHashes === undefined) return undefined;
  if (constants.has(base)) return constants.get(base);
  const constant = commonest(
    base.compiled.pools.flatMap(({ nodeClass }) => constantOf(nodeClass, base, drift) ?? []),
  );
  constants.set(base, constant);
  return constant;
}

function constantOf(
  object: CompiledObject | undefined,
  base: SideCluster | undefined,
  drift: DriftRules,
): bigint | undefined {
  const recorded = recordedOf(object, base);
  if (recorded?.version !== drift.hashVersion) return undefined;
  const computed = hashOf(object, drift);
  return computed === undefined ? undefined : BigInt(recorded.hash) ^ computed;
}

function recordedOf(
  object: CompiledObject | undefined,
  base: SideCluster | undefined,
): RecordedHash | undefined {
  return object === undefined ? undefined : base?.recordedHashes?.get(`${object.kind}/${object.name}`);
}

function hashOf(object: CompiledObject | undefined, drift: DriftRules): bigint | undefined {
  const hash = object === undefined ? undefined : drift.hash(drift.stored(specOf(object)), drift.hashVersion);
  return hash === undefined ? undefined : BigInt(hash);
}

function pairOf({ before, after, drift }: HashInput, constant: bigint): HashPair {
  const old = hashOf(before, drift);
  const isEqual = before !== undefined && after !== undefined && isSameJson(specOf(before), specOf(after));
  const now = isEqual ? old : hashOf(after, drift);
  return {
    version: drift.hashVersion,
    ...(old === undefined ? {} : { before: `${old ^ constant}` }),
    ...(now === undefined ? {} : { after: `${now ^ constant}` }),
  };
}

function problemsOf({ before, base, drift }: HashInput, constant: bigint): readonly string[] {
  const recorded = recordedOf(before, base);
  if (before === undefined || recorded === undefined) return [];
  const object = `${before.kind} \`${before.name}\``;
  if (recorded.version !== drift.hashVersion) {
    return [
      `The cluster's hash of ${object} is of version \`${recorded.version}\`, the forecast goes by the rules of \`${drift.hashVersion}\`. A Karpenter that writes another version renews the hashes on nodes and replaces none for it.`,
    ];
  }
  if ((constantOf(before, base, drift) ?? constant) === constant) return [];
  return [
    `The hash that the cluster has recorded for ${object} is not that of its fields: Karpenter has not seen the last change yet, or the dump was edited.`,
  ];
}
