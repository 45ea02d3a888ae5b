import { canonical } from '../drift/differences.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import type { ClusterReview } from '../model/review.ts';

/** Whether a review says nothing that a reviewer would want to know. Workloads may change where pools do not. */
export function isUnchangedCluster(review: ClusterReview): boolean {
  const { nodePools, objects, dangers, cost, placement, scenarios, overlaps, failed } = review;
  return (
    failed.length === 0 &&
    nodePools.every(({ change, dangers: own }) => change === 'unchanged' && own.length === 0) &&
    objects.length === 0 &&
    dangers.length === 0 &&
    overlaps.length === 0 &&
    scenarios.every(({ change }) => change === 'unchanged') &&
    isSame(cost.before, cost.after) &&
    (placement === undefined || isSamePlacement(placement))
  );
}

function isSamePlacement(placement: NonNullable<ClusterReview['placement']>): boolean {
  const { podsBefore, podsAfter, lost, gained, moved, unplacedNew } = placement;
  return podsBefore === podsAfter && [lost, gained, moved, unplacedNew].every((list) => list.length === 0);
}

function isSame(before: object | undefined, after: object | undefined): boolean {
  return canonical(before as JsonValue | undefined) === canonical(after as JsonValue | undefined);
}
