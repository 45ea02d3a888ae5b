import { compareText } from '../compare-text.ts';
import { NOWHERE } from './places.ts';
import type { PodClass } from './pod-classes.ts';

/** Pods of one class that have another place. Places are pools, an existing node, or nowhere. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export interface Flows {
  /** No two of them undo each other. */
  readonly moved: readonly Flow[];
  /** Pods more than before that have no place. */
  readonly unplacedNew: number;
}

/**
 * How the pods of a class come from their places before to those after, with as few moves as possible. What is possible
 * is only how many there are at each place; where that leaves a choice, pods keep their names.
 */
export function flowsOf(pods: PodClass): Flows {
  const before = counts(pods.before);
  const after = counts(pods.after);
  const growth = total(after) - total(before);
  const unplacedNew = growth > 0 ? takeExtra(after, before, growth) : 0;
  if (growth < 0) takeExtra(before, after, -growth);
  const leaving = surplus(before, after);
  const coming = surplus(after, before);
  const moved: Flow[] = [];
  const move = (from: string, to: string, most: number) => {
    const count = Math.min(most, leaving.get(from) ?? 0, coming.get(to) ?? 0);
    if (count === 0) return;
    leaving.set(from, (leaving.get(from) ?? 0) - count);
    coming.set(to, (coming.get(to) ?? 0) - count);
    moved.push({ from, to, count });
  };
  if (leaving.size > 1 && coming.size > 1) {
    for (const { from, to, count } of byName(pods)) move(from, to, count);
  }
  for (const from of leaving.keys()) {
    for (const to of coming.keys()) move(from, to, Number.POSITIVE_INFINITY);
  }
  return { moved: joined(moved), unplacedNew };
}

function counts(places: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  return new Map([...places].map(([place, pods]) => [place, pods.length]));
}

function total(places: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of places.values()) sum += count;
  return sum;
}

/**
 * Sets pods aside that only one state has: those without a place first, for who scales up beyond a limit has lost nothing,
 * then those where there are more than in the other. Returns how many had no place.
 */
function takeExtra(places: Map<string, number>, others: ReadonlyMap<string, number>, extra: number): number {
  const unplaced = Math.min(extra, places.get(NOWHERE) ?? 0);
  places.set(NOWHERE, (places.get(NOWHERE) ?? 0) - unplaced);
  let left = extra - unplaced;
  for (const [place, more] of surplus(places, others)) {
    const taken = Math.min(left, more);
    places.set(place, (places.get(place) ?? 0) - taken);
    left -= taken;
  }
  return unplaced;
}

/** Places that have more than in the other state, in order of name. */
function surplus(
  places: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): Map<string, number> {
  const more = [...places].flatMap(([place, count]): [string, number][] => {
    const difference = count - (others.get(place) ?? 0);
    return difference > 0 ? [[place, difference]] : [];
  });
  return new Map(more.sort(([a], [b]) => compareText(a, b)));
}

/** Where the pods of the same name are, in an order that is the same in both directions. */
function byName({ before, after }: PodClass): readonly Flow[] {
  const placeBefore = new Map<string, string>();
  for (const [place, pods] of before) for (const pod of pods) placeBefore.set(pod, place);
  const flows: Flow[] = [];
  for (const [to, pods] of after) {
    for (const pod of pods) {
      const from = placeBefore.get(pod);
      if (from !== undefined && from !== to) flows.push({ from, to, count: 1 });
    }
  }
  return joined(flows).toSorted((a, b) => compareText(undirected(a), undirected(b)));
}

function undirected({ from, to }: Flow): string {
  return from < to ? `${from}\n${to}` : `${to}\n${from}`;
}

function joined(flows: readonly Flow[]): readonly Flow[] {
  const sums = new Map<string, Flow>();
  for (const { from, to, count } of flows) {
    const key = `${from}\n${to}`;
    sums.set(key, { from, to, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}
