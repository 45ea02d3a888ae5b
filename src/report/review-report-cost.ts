import type { CostChange, ReviewedCost } from '../model/review.ts';
import type { TypeCount } from '../model/plan.ts';
import { HOURS_PER_MONTH } from './money.ts';
import type { ReviewReportCost, ReviewReportCostChange } from './review-contract.ts';

/** The contract's view of what something costs before and after. */
export function reviewReportCost({ before, after }: CostChange): ReviewReportCostChange {
  return {
    ...(before === undefined ? {} : { before: reportCost(before) }),
    ...(after === undefined ? {} : { after: reportCost(after) }),
  };
}

function reportCost(cost: ReviewedCost): ReviewReportCost {
  const { floorPerHourUsd: floor, expectedPerHourUsd: expected, existingPerHourUsd: existing } = cost;
  const { atLimitsPerHourUsd: atLimits, atLimitsReason, nodes, cheapestTypes, unpricedNodes } = cost;
  const {
    maxMonthlyUsd,
    maxMonthlyUsdAtLimits,
    priceDate,
    nodesRange,
    expectedRangePerHourUsd: range,
  } = cost;
  return {
    ...(floor === undefined ? {} : { floorPerHourUsd: hourly(floor), floorPerMonthUsd: monthly(floor) }),
    ...(expected === undefined
      ? {}
      : { expectedPerHourUsd: hourly(expected), expectedPerMonthUsd: monthly(expected) }),
    ...(existing === undefined ? {} : { existingPerHourUsd: hourly(existing) }),
    atLimitsPerHourUsd: atLimits === null ? null : hourly(atLimits),
    atLimitsPerMonthUsd: atLimits === null ? null : monthly(atLimits),
    ...(atLimitsReason === undefined ? {} : { atLimitsReason }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(cheapestTypes === undefined ? {} : { cheapestTypes }),
    ...(unpricedNodes === undefined ? {} : { unpricedNodes }),
    ...(nodesRange === undefined ? {} : { nodesRange }),
    ...(range === undefined
      ? {}
      : { expectedRangePerHourUsd: { min: hourly(range.min), max: hourly(range.max) } }),
    ...(maxMonthlyUsd === undefined ? {} : { maxMonthlyUsd }),
    ...(maxMonthlyUsdAtLimits === undefined ? {} : { maxMonthlyUsdAtLimits }),
    ...(priceDate === undefined ? {} : { priceDate }),
  };
}

/** A side of a cluster, for the sum. */
export interface CostPart {
  readonly cluster: string;
  readonly cost: ReviewReportCost;
}

/** The budgets of the whole organisation. */
export type WholeBudget = Pick<ReviewReportCost, 'maxMonthlyUsd' | 'maxMonthlyUsdAtLimits'>;

/**
 * What several come to together: sums of what was reported, in whole micro-dollars, so that neither the order nor the
 * way the parts were put together counts. Undefined: there are none.
 */
export function totalCost(parts: readonly CostPart[], budget: WholeBudget): ReviewReportCost | undefined {
  if (parts.length === 0) return undefined;
  const costs = parts.map(({ cost }) => cost);
  const unbounded = parts.find(({ cost }) => cost.atLimitsPerHourUsd === null);
  const dates = costs.flatMap(({ priceDate }) => priceDate ?? []).sort();
  const floor = sum(costs, 'floorPerHourUsd');
  const expected = sum(costs, 'expectedPerHourUsd');
  const existing = sum(costs, 'existingPerHourUsd');
  const nodes = count(costs, 'nodes');
  const unpricedNodes = count(costs, 'unpricedNodes');
  const cheapestTypes = typeCounts(costs);
  return reportCost({
    ...(floor === undefined ? {} : { floorPerHourUsd: floor }),
    ...(expected === undefined ? {} : { expectedPerHourUsd: expected }),
    ...(existing === undefined ? {} : { existingPerHourUsd: existing }),
    atLimitsPerHourUsd: unbounded === undefined ? (sum(costs, 'atLimitsPerHourUsd') ?? 0) : null,
    ...(unbounded?.cost.atLimitsReason === undefined
      ? {}
      : { atLimitsReason: `cluster \`${unbounded.cluster}\`: ${unbounded.cost.atLimitsReason}` }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(cheapestTypes === undefined ? {} : { cheapestTypes }),
    ...(unpricedNodes === undefined ? {} : { unpricedNodes }),
    ...budget,
    ...(dates[0] === undefined ? {} : { priceDate: dates[0] }),
  });
}

type Price = 'floorPerHourUsd' | 'expectedPerHourUsd' | 'existingPerHourUsd' | 'atLimitsPerHourUsd';

function sum(costs: readonly ReviewReportCost[], of: Price): number | undefined {
  const known = costs.flatMap((cost) => cost[of] ?? []);
  return known.length === 0 ? undefined : known.reduce((all, usd) => all + Math.round(usd * 1e6), 0) / 1e6;
}

function count(costs: readonly ReviewReportCost[], of: 'nodes' | 'unpricedNodes'): number | undefined {
  const known = costs.flatMap((cost) => cost[of] ?? []);
  return known.length === 0 ? undefined : known.reduce((all, one) => all + one, 0);
}

function typeCounts(costs: readonly ReviewReportCost[]): readonly TypeCount[] | undefined {
  if (costs.every(({ cheapestTypes }) => cheapestTypes === undefined)) return undefined;
  const counts = new Map<string, number>();
  for (const { instanceType, count: more } of costs.flatMap(({ cheapestTypes }) => cheapestTypes ?? [])) {
    counts.set(instanceType, (counts.get(instanceType) ?? 0) + more);
  }
  return [...counts]
    .map(([instanceType, nodes]) => ({ instanceType, count: nodes }))
    .sort((a, b) => b.count - a.count || (a.instanceType < b.instanceType ? -1 : 1));
}

function hourly(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

/** Of the rounded price of an hour, so that sums can be made of what was reported. */
function monthly(usd: number): number {
  return Math.round(hourly(usd) * HOURS_PER_MONTH * 100) / 100;
}
