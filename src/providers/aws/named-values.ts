import type { Cluster } from '../../model/cluster.ts';
import { LABEL_ALIASES } from './labels.ts';

/** Stands for a value that nobody knows. Not a valid label value, so that it can never reach a cluster. */
export const UNKNOWN = '?';

/** What the pools of a cluster ask for by name: for each of the keys the values of `In`s and labels, sorted. */
export function namedValues<Key extends string>(
  cluster: Cluster,
  keys: readonly Key[],
): (key: Key) => readonly string[] {
  const byKey = new Map<string, Set<string>>(keys.map((key) => [key, new Set()]));
  const note = (key: string, value: string) => byKey.get(LABEL_ALIASES.get(key) ?? key)?.add(value);
  for (const pool of cluster.pools) {
    for (const { key, operator, values } of pool.requirements) {
      if (operator.value === 'In') for (const { value } of values) note(key.value, value);
    }
    for (const [key, { value }] of pool.labels) note(key, value);
  }
  return (key) => [...(byKey.get(key) ?? [])].sort();
}
