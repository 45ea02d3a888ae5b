import type { Flows } from './flows.ts';
import { NOWHERE } from './places.ts';
import type { PodClass } from './pod-classes.ts';

/** Pods of a class that have no place afterwards, by what became of them. */
export interface UnplacedPods {
  readonly lost: readonly string[];
  readonly added: readonly string[];
}

/** Which of the pods without a place they are: as far as possible those that had a place before, and those that are new. */
export function unplacedPods(pods: PodClass, { moved, unplacedNew }: Flows): UnplacedPods {
  const lost = moved.reduce((sum, { to, count }) => (to === NOWHERE ? sum + count : sum), 0);
  if (lost + unplacedNew === 0) return { lost: [], added: [] };
  const unplaced = pods.after.get(NOWHERE) ?? [];
  if (lost === unplaced.length) return { lost: unplaced, added: [] };
  if (unplacedNew === unplaced.length) return { lost: [], added: unplaced };
  const unplacedBefore = new Set(pods.before.get(NOWHERE));
  const known = new Set([...pods.before.values()].flat());
  const rank = (pod: string) => (unplacedBefore.has(pod) ? 1 : known.has(pod) ? 0 : 2);
  const sorted = unplaced
    .map((pod) => ({ pod, rank: rank(pod) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ pod }) => pod);
  return { lost: sorted.slice(0, lost), added: sorted.slice(sorted.length - unplacedNew) };
}
