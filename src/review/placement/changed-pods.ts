import type { PlacementChange, PodGroupChange } from '../../model/review.ts';
import { type Flow, flowsOf } from './flows.ts';
import { LATER, NOWHERE, type Places } from './places.ts';
import { type PodClass, podClasses } from './pod-classes.ts';
import { type PodGroup, PodGroups } from './pod-groups.ts';
import { type Reasons, reasonsIn } from './reasons.ts';
import { unplacedPods } from './unplaced-pods.ts';

export interface ChangedPodsInput {
  readonly base: Places;
  readonly head: Places;
  /** Whether it may be chance alone that a pod is in one pool and not in another. */
  readonly isChance: (one: string, other: string) => boolean;
}

/** The pods whose place is another one, by controller. */
export function changedPods({
  base,
  head,
  isChance,
}: ChangedPodsInput): Pick<PlacementChange, 'lost' | 'gained' | 'moved' | 'unplacedNew'> {
  const why = reasonsIn(head.unplaced);
  const lost = new PodGroups<PodGroupChange['reasons']>();
  const unplacedNew = new PodGroups<PodGroupChange['reasons']>();
  const gained = new PodGroups<PodGroupChange['reasons']>();
  const moved = new PodGroups<Flow>();
  for (const pods of podClasses(base, head)) {
    const { owner } = pods;
    const flows = flowsOf(pods);
    const unplaced = unplacedPods(pods, flows);
    for (const pod of unplaced.lost) addUnplaced(lost, { owner, pod }, why(pod));
    for (const pod of unplaced.added) addUnplaced(unplacedNew, { owner, pod }, why(pod));
    for (const flow of flows.moved) {
      const { from, to, count } = flow;
      if (to === NOWHERE) continue;
      const pod = exampleOf(pods, flow);
      if (from === NOWHERE) gained.add({ owner, pod, count, story: [] }, '');
      // Who waits is no move: which pool it will be is not known.
      else if (from !== LATER && to !== LATER && !isChance(from, to))
        moved.add({ owner, pod, count, story: flow }, `${from}\n${to}`);
    }
  }
  return {
    lost: lost.sorted().map(groupChange),
    gained: gained.sorted().map(groupChange),
    moved: moved.sorted().map(({ owner, pod, count, story: { from, to } }) => ({
      ...(owner === undefined ? {} : { owner }),
      pod,
      count,
      from,
      to,
    })),
    unplacedNew: unplacedNew.sorted().map(groupChange),
  };
}

function addUnplaced(
  groups: PodGroups<PodGroupChange['reasons']>,
  { owner, pod }: Pick<PodGroup<unknown>, 'owner' | 'pod'>,
  { key, reasons }: Reasons,
): void {
  groups.add({ owner, pod, count: 1, story: reasons }, key);
}

/** A pod that is at the new place, if possible one that was at the old one. */
function exampleOf({ before, after }: PodClass, { from, to }: Flow): string {
  const there = after.get(to) ?? [];
  const were = new Set(before.get(from));
  return there.find((pod) => were.has(pod)) ?? there[0] ?? '';
}

function groupChange({ owner, pod, count, story }: PodGroup<PodGroupChange['reasons']>): PodGroupChange {
  return { ...(owner === undefined ? {} : { owner }), pod, count, reasons: story };
}
