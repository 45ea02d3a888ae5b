import type { CostChange, ReviewedCost } from '../../model/review.ts';

/** Of all clusters together. What is known of none is absent. */
export function totalCost(
  costs: readonly CostChange[],
  budgets: Readonly<Record<'before' | 'after', number | undefined>>,
): CostChange {
  const side = (state: 'before' | 'after') => {
    const of = costs.flatMap((cost) => cost[state] ?? []);
    const budget = budgets[state];
    if (of.length === 0) return {};
    return { [state]: { ...sumOf(of), ...(budget === undefined ? {} : { maxMonthlyUsd: budget }) } };
  };
  return { ...side('before'), ...side('after') };
}

const SUMMED = [
  'floorPerHourUsd',
  'expectedPerHourUsd',
  'existingPerHourUsd',
  'nodes',
  'unpricedNodes',
] as const;

function sumOf(costs: readonly ReviewedCost[]): ReviewedCost {
  const unbounded = costs.find(({ atLimitsPerHourUsd }) => atLimitsPerHourUsd === null);
  const dates = costs.flatMap(({ priceDate }) => priceDate ?? []).sort();
  return {
    ...Object.fromEntries(
      SUMMED.flatMap((key) => {
        const known = costs.flatMap((cost) => cost[key] ?? []);
        return known.length === 0 ? [] : [[key, known.reduce((sum, one) => sum + one, 0)]];
      }),
    ),
    atLimitsPerHourUsd:
      unbounded === undefined
        ? costs.reduce((sum, { atLimitsPerHourUsd }) => sum + (atLimitsPerHourUsd ?? 0), 0)
        : null,
    ...(unbounded?.atLimitsReason === undefined ? {} : { atLimitsReason: unbounded.atLimitsReason }),
    ...(dates[0] === undefined ? {} : { priceDate: dates[0] }),
  };
}
