import type { CompiledPool } from '../model/compilation.ts';
import type { StoredRules } from './drift-rules.ts';
import { poolSignature } from './pool-signature.ts';

/** A pool in both states; at least one of them knows it. */
export interface PoolPair {
  readonly base?: CompiledPool;
  readonly head?: CompiledPool;
}

export interface PairPoolsInput {
  readonly base: readonly CompiledPool[];
  readonly head: readonly CompiledPool[];
  readonly rules: StoredRules;
}

/**
 * Pools by name; then those that are gone with those that are new, where nothing but the name differs. One to one: of
 * several alike nobody can say which became which, so they stay removed and added. Head's order; what is gone comes last.
 */
export function pairPools({ base, head, rules }: PairPoolsInput): readonly PoolPair[] {
  const before = new Map(base.map((one) => [one.pool.name, one]));
  const kept = new Set(head.map(({ pool }) => pool.name));
  const removed = base.filter(({ pool }) => !kept.has(pool.name));
  const added = head.filter(({ pool }) => !before.has(pool.name));
  const renamed = renames(removed, added, rules);
  const gone = new Set(renamed.values());
  return [
    ...head.map((one): PoolPair => {
      const old = before.get(one.pool.name) ?? renamed.get(one);
      return old === undefined ? { head: one } : { base: old, head: one };
    }),
    ...removed.filter((one) => !gone.has(one)).map((one): PoolPair => ({ base: one })),
  ];
}

function renames(
  removed: readonly CompiledPool[],
  added: readonly CompiledPool[],
  rules: StoredRules,
): ReadonlyMap<CompiledPool, CompiledPool> {
  if (removed.length === 0 || added.length === 0) return new Map();
  const old = bySignature(removed, rules);
  const pairs = new Map<CompiledPool, CompiledPool>();
  for (const [signature, [one, ...others]] of bySignature(added, rules)) {
    const [was, ...moreOld] = old.get(signature) ?? [];
    if (one === undefined || was === undefined || others.length > 0 || moreOld.length > 0) continue;
    pairs.set(one, was);
  }
  return pairs;
}

function bySignature(
  pools: readonly CompiledPool[],
  rules: StoredRules,
): ReadonlyMap<string, readonly CompiledPool[]> {
  const groups = new Map<string, CompiledPool[]>();
  for (const one of pools) {
    const signature = poolSignature(one, rules);
    if (signature === undefined) continue;
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, [one]);
    else group.push(one);
  }
  return groups;
}
