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
  /** How many more pools stand to this one as `preferred` does. */
  readonly others: number;
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
    inTryingOrder.forEach((loser, i) => {
      const found = findPreferred(loser, inTryingOrder, i);
      if (found !== undefined) losers.set(loser.pool, found);
    });
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

/** Among the first `count` candidates. One pass without intermediate lists: this runs for every pair of pools. */
function findPreferred(
  loser: Candidate,
  candidates: readonly Candidate[],
  count: number,
): AmbiguousPool | undefined {
  let overlapping = 0;
  let first: Candidate | undefined;
  let alike: Candidate | undefined;
  for (let i = 0; i < count; i++) {
    const rival = candidates[i];
    if (rival === undefined || !meet(rival.bits, loser.bits)) continue;
    overlapping++;
    first ??= rival;
    if (alike === undefined && rival.requirements.intersects(loser.requirements)) alike = rival;
  }
  const preferred = alike ?? first;
  if (preferred === undefined) return undefined;
  return {
    pool: loser.pool,
    preferred: preferred.pool,
    sharedTypes: countCommon(preferred.bits, loser.bits),
    distinguishingKeys: loser.requirements.conflicts(preferred.requirements),
    others: overlapping - 1,
  };
}

function compareDescending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
