import { canonical } from '../drift/differences.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import type { ClusterReview, ReviewedCost } from '../model/review.ts';
import type { ClusterReviewInput } from '../model/review-input.ts';
import { knowsBudgets } from './knows-budgets.ts';

/** Whether a review says nothing that a reviewer would want to know. Workloads may change where pools do not. */
export function isUnchangedCluster(
  sides: Pick<ClusterReviewInput, 'base' | 'head'>,
  review: ClusterReview,
): boolean {
  const { nodePools, objects, dangers, cost, placement, scenarios, overlaps, failed } = review;
  return (
    failed.length === 0 &&
    nodePools.every(({ change, dangers: own }) => change === 'unchanged' && own.length === 0) &&
    objects.length === 0 &&
    dangers.length === 0 &&
    overlaps.length === 0 &&
    scenarios.every(({ change }) => change === 'unchanged') &&
    (knowsBudgets(sides)
      ? isSame(cost.before, cost.after)
      : isSame(withoutBudgets(cost.before), withoutBudgets(cost.after))) &&
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

function withoutBudgets(cost: ReviewedCost | undefined): object | undefined {
  if (cost === undefined) return undefined;
  const { maxMonthlyUsd: _monthly, maxMonthlyUsdAtLimits: _atLimits, ...others } = cost;
  return others;
}
