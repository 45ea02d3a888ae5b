import type { ClusterReviewInput } from '../model/review-input.ts';

/** Whether monthly budgets can be compared: they are the definition's alone, and objects do not say them. */
export function knowsBudgets({ base, head }: Pick<ClusterReviewInput, 'base' | 'head'>): boolean {
  return [base, head].every((side) => side?.compiled.cluster.isOfObjects !== true);
}
