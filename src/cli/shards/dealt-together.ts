import { dealt, type Shard } from './shard.ts';

/**
 * Which items fall to a shard, by their places. Those that may have a name in common stay together: two clusters of one
 * name are a mistake, and one that moved from file to file is still one.
 */
export function dealtTogether(
  names: readonly (readonly string[])[],
  shards: readonly Shard[],
): ReadonlySet<number> {
  if (shards.length === 0) return new Set(names.keys());
  const groupOf = new Map<string, number[]>();
  const groups = new Set<number[]>();
  names.forEach((own, index) => {
    const [into = [], ...others] = new Set(
      own.map((name) => groupOf.get(name)).filter((group) => group !== undefined),
    );
    groups.add(into);
    into.push(index);
    for (const other of others) {
      into.push(...other);
      groups.delete(other);
    }
    const merged = new Set<number[]>(others);
    for (const [name, group] of merged.size > 0 ? groupOf : [])
      if (merged.has(group)) groupOf.set(name, into);
    for (const name of own) groupOf.set(name, into);
  });
  const inOrder = [...groups].toSorted((a, b) => Math.min(...a) - Math.min(...b));
  return new Set(dealt(inOrder, shards).flat());
}
