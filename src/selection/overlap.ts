import type { Requirement } from '../kubernetes/requirement.ts';
import { Requirements } from '../kubernetes/requirements.ts';
import { formatTaint } from '../kubernetes/taint.ts';
import type { Pool } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { PoolSelection } from '../model/selection.ts';
import { type Bitset, countCommon, meet } from './bitset.ts';
import { isOfferingKey } from './offering-labels.ts';
import { allConstraints, combine } from './pool-constraints.ts';
import { alignedBits } from './selection-bits.ts';

export interface SelectedPool {
  readonly pool: Pool;
  readonly selection: PoolSelection;
}

/** A pool that another one of equal weight, equal taints and common types is tried before, for no better reason than its name. */
export interface AmbiguousPool {
  readonly pool: Pool;
  /** The pool Karpenter tries first: the first in trying order that nothing tells apart, else the first of all. */
  readonly preferred: Pool;
  /** Types both admit. */
  readonly sharedTypes: number;
  /**
   * Keys on which the two cannot agree (custom labels, zone, capacity type). Pods that select on one of them are not
   * ambiguous; all other pods are. Empty when no pod can choose between the two.
   */
  readonly distinguishingKeys: readonly string[];
}

/** How many types two pools share. */
export function overlappingTypes(a: PoolSelection, b: PoolSelection): number {
  const [bitsA, bitsB] = alignedBits([a, b]);
  return bitsA === undefined || bitsB === undefined ? 0 : countCommon(bitsA, bitsB);
}

/**
 * Pools that lose a tie by name, in input order, each once. Karpenter tries pools by descending weight (unset counts
 * as 0) and equal weights by descending name. Static pools are never tried.
 */
export function ambiguousPools(
  pools: readonly SelectedPool[],
  vocabulary: LabelVocabulary,
): readonly AmbiguousPool[] {
  const bits = alignedBits(pools.map(({ selection }) => selection));
  const candidates = pools
    .map(({ pool }, i) => candidate(pool, bits[i] ?? new Uint32Array(), vocabulary))
    .filter(({ pool }) => pool.replicas === undefined);
  const losers = new Map<Pool, AmbiguousPool>();
  for (const peers of groupPeers(candidates)) {
    const inTryingOrder = peers.toSorted((a, b) => compareDescending(a.pool.name, b.pool.name));
    const tried = new TriedPools(inTryingOrder);
    for (const one of inTryingOrder) {
      const preferred = tried.preferredTo(one);
      if (preferred !== undefined) losers.set(one.pool, ambiguity(one, preferred));
      tried.add(one);
    }
  }
  return pools.flatMap(({ pool }) => losers.get(pool) ?? []);
}

interface Candidate {
  readonly pool: Pool;
  readonly bits: Bitset;
  /** Equal for pools of equal weight and taints. */
  readonly peerKey: string;
  /** On keys that common types do not settle. */
  readonly requirements: Requirements;
}

function candidate(pool: Pool, bits: Bitset, vocabulary: LabelVocabulary): Candidate {
  const taints = pool.taints.map(({ key, value, effect }) =>
    formatTaint({
      key: key.value,
      effect: effect.value,
      ...(value === undefined ? {} : { value: value.value }),
    }),
  );
  const requirements = [...combine(allConstraints({ ...pool, vocabulary })).entries()].filter(
    ({ key }) => isOfferingKey(key) || !vocabulary.specs.has(key),
  );
  return {
    pool,
    bits,
    peerKey: JSON.stringify([pool.weight?.value ?? 0, ...taints.sort()]),
    requirements: Requirements.of(requirements),
  };
}

function groupPeers(candidates: readonly Candidate[]): Iterable<readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const group = groups.get(one.peerKey);
    if (group === undefined) groups.set(one.peerKey, [one]);
    else group.push(one);
  }
  return groups.values();
}

function ambiguity(loser: Candidate, preferred: Candidate): AmbiguousPool {
  return {
    pool: loser.pool,
    preferred: preferred.pool,
    sharedTypes: countCommon(preferred.bits, loser.bits),
    distinguishingKeys: loser.requirements.conflicts(preferred.requirements),
  };
}

/**
 * The candidates that come before one in trying order. A thousand pools of which each has a `team` of its own never
 * agree, so they are not compared one by one: rivals with another value of the key that separates most are skipped.
 */
class TriedPools {
  readonly #all: Candidate[] = [];
  /** By their only value of the key; under undefined those that the key does not settle. */
  readonly #byValue = new Map<string | undefined, Candidate[]>();
  readonly #key: string | undefined;

  constructor(peers: readonly Candidate[]) {
    this.#key = separatingKey(peers);
  }

  add(candidate: Candidate): void {
    this.#all.push(candidate);
    const value = this.#valueOf(candidate);
    const bucket = this.#byValue.get(value);
    if (bucket === undefined) this.#byValue.set(value, [candidate]);
    else bucket.push(candidate);
  }

  /** The first one with common types that nothing tells apart, else the first with common types. */
  preferredTo(loser: Candidate): Candidate | undefined {
    const first = this.#all.find(({ bits }) => meet(bits, loser.bits));
    if (first === undefined || first.requirements.intersects(loser.requirements)) return first;
    const isAlike = ({ bits, requirements }: Candidate) =>
      meet(bits, loser.bits) && requirements.intersects(loser.requirements);
    const value = this.#valueOf(loser);
    if (value === undefined) return this.#all.find(isAlike) ?? first;
    const sameValue = this.#byValue.get(value)?.find(isAlike);
    const unsettled = this.#byValue.get(undefined)?.find(isAlike);
    return earlier(sameValue, unsettled) ?? first;
  }

  #valueOf({ requirements }: Candidate): string | undefined {
    return this.#key === undefined ? undefined : onlyValue(requirements.get(this.#key));
  }
}

/** The key whose single values leave the fewest pairs of candidates to compare; undefined if none leaves fewer than all. */
function separatingKey(peers: readonly Candidate[]): string | undefined {
  const sizesByKey = new Map<string, Map<string, number>>();
  for (const { requirements } of peers) {
    for (const requirement of requirements.entries()) {
      const value = onlyValue(requirement);
      if (value === undefined) continue;
      const sizes = sizesByKey.get(requirement.key) ?? new Map<string, number>();
      sizes.set(value, (sizes.get(value) ?? 0) + 1);
      sizesByKey.set(requirement.key, sizes);
    }
  }
  let best: { readonly key?: string; readonly pairs: number } = { pairs: peers.length ** 2 };
  for (const [key, sizes] of sizesByKey) {
    let unsettled = peers.length;
    let pairs = 0;
    for (const size of sizes.values()) {
      unsettled -= size;
      pairs += size ** 2;
    }
    pairs += unsettled * peers.length;
    if (pairs < best.pairs) best = { key, pairs };
  }
  return best.key;
}

function onlyValue({ complement, values }: Requirement): string | undefined {
  if (complement || values.size !== 1) return undefined;
  const [value] = values;
  return value;
}

function earlier(a: Candidate | undefined, b: Candidate | undefined): Candidate | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareDescending(a.pool.name, b.pool.name) <= 0 ? a : b;
}

function compareDescending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
