/** One of several similar node groups. */
export interface Sized {
  readonly current: number;
  readonly max: number;
}

/**
 * The sizes of similar node groups after `newNodes` more, in the order given (the autoscaler's
 * BalanceScaleUpBetweenGroups): the smallest group first, one node at a time, full ones left out. More nodes than there is
 * room for are not asked for. Groups of equal size take turns in the order given; a group that is full changes places with the
 * first of those that are left, which is why that order can change on the way.
 */
export function balancedSizes(groups: readonly Sized[], newNodes: number): readonly number[] {
  const turns = groups
    .map((group, i) => ({ i, size: group.current, max: group.max }))
    .filter(({ size, max }) => size !== max)
    .sort((a, b) => a.size - b.size);
  const room = turns.reduce((sum, { size, max }) => sum + Math.max(0, max - size), 0);
  let first = 0;
  let at = 0;
  for (let left = Math.min(newNodes, room); left > 0; ) {
    const group = turns[at] as (typeof turns)[number];
    if (group.size < group.max) {
      group.size++;
      left--;
    } else {
      turns[at] = turns[first] as typeof group;
      turns[first] = group;
      first++;
    }
    // The turn goes on to a group that is smaller than whoever is here now, and back to the first where there is none.
    const here = turns[at]?.size ?? 0;
    const next = turns[at + 1]?.size;
    at = next !== undefined && here > next ? at + 1 : first;
  }
  const sizes = groups.map(({ current }) => current);
  for (const { i, size } of turns) sizes[i] = size;
  return sizes;
}
