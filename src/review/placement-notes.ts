import type { PlacementChange } from '../model/review.ts';

/** What must be said of a placement, as sentences. */
export function placementNotes(placement: PlacementChange | undefined): readonly string[] {
  if (placement === undefined) return [];
  const { lost, gained, moved, unplacedNew, unplacedRangeBefore, unplacedRangeAfter } = placement;
  const notes: string[] = [];
  if (lost.length + gained.length + moved.length + unplacedNew.length > 0) {
    notes.push(
      'Where pods go is what the dry run opens nodes for if all of them are pending at once; kube-scheduler binds pods on its own, and pods that run stay until their nodes go.',
    );
  }
  const range = unplacedRangeAfter ?? unplacedRangeBefore;
  if (range !== undefined) {
    const when = unplacedRangeAfter === undefined ? 'before' : 'afterwards';
    const count =
      range.min === range.max
        ? ''
        : `: over simulated runs, ${range.min} to ${range.max} pods have no place ${when}`;
    notes.push(
      `The Cluster Autoscaler leaves to chance which of several node groups grows${count}. Pods that may be in one pool or the other are not listed as moved.`,
    );
  }
  return notes;
}
