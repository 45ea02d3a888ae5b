import type { ForgeComment } from './comment-forge.ts';
import type { ReviewMarker } from './review-marker.ts';
import { compareRunOrder } from './run-order.ts';

/** A comment of our own, about the same set. */
export interface OwnComment {
  readonly comment: ForgeComment;
  readonly marker: ReviewMarker;
}

/** What is to be done next; after it the comments are looked at again. */
export type NextStep =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly own: OwnComment }
  | { readonly kind: 'remove'; readonly own: OwnComment }
  /** As it should be. */
  | { readonly kind: 'keep'; readonly own: OwnComment }
  /** A newer run has written, or is about to. */
  | { readonly kind: 'superseded'; readonly own: OwnComment };

export interface NextStepInput {
  /** From the oldest. */
  readonly own: readonly OwnComment[];
  readonly wanted: ReviewMarker;
  /** This run has written already. */
  readonly wrote: boolean;
}

/**
 * The rule that makes runs converge, whichever wrote when: the oldest comment is kept, the newest run's text belongs in
 * it, and all others go. It is a function of what is there, so that a run that looks again after a failure, or after
 * another run wrote, goes on from wherever things are.
 */
export function nextStep({ own, wanted, wrote }: NextStepInput): NextStep {
  const [kept, duplicate] = own;
  if (kept === undefined) return { kind: 'create' };
  const newest = own.reduce((a, b) => (compareRunOrder(b.marker.order, a.marker.order) > 0 ? b : a));
  if (compareRunOrder(newest.marker.order, wanted.order) > 0) {
    // Until the newer run has moved its text to the comment that is kept, the duplicate holds it.
    const moved = compareRunOrder(kept.marker.order, newest.marker.order) === 0;
    return moved && duplicate !== undefined
      ? { kind: 'remove', own: duplicate }
      : { kind: 'superseded', own: newest };
  }
  if (!isCurrent(kept.marker, wanted, wrote)) return { kind: 'update', own: kept };
  return duplicate === undefined ? { kind: 'keep', own: kept } : { kind: 'remove', own: duplicate };
}

/**
 * The same text of the same commit is not sent again. Of another commit it is: only the hidden line changes, but
 * without it a run between the two would pass for the newest. Of two steps of one run the later one wins, and if they
 * run at the same time, neither fights back.
 */
function isCurrent(kept: ReviewMarker, wanted: ReviewMarker, wrote: boolean): boolean {
  const sameText = kept.digest === wanted.digest;
  if (compareRunOrder(kept.order, wanted.order) === 0) return sameText || wrote;
  return sameText && kept.commit === wanted.commit && !wrote;
}
