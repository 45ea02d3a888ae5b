import type { CostChange, ReviewedCost } from '../model/review.ts';
import type { Interval, TypeCount } from '../model/plan.ts';
import { HOURS_PER_MONTH } from './money.ts';
import type {
  ReviewReportCluster,
  ReviewReportCost,
  ReviewReportCostChange,
  ReviewReportTotal,
} from './review-contract.ts';

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

type CostedCluster = Pick<ReviewReportCluster, 'name' | 'change' | 'failed' | 'cost'>;

/** What all clusters come to. Both sides are about the same ones: what one of them does not know is in neither. */
export function reviewTotal(
  clusters: readonly CostedCluster[],
  budgets: { readonly before?: WholeBudget; readonly after?: WholeBudget },
): ReviewReportTotal {
  const side = (state: 'before' | 'after') =>
    totalCost(
      clusters.flatMap((cluster) => {
        const cost = cluster.failed.length > 0 ? undefined : cluster.cost[state];
        if (cost === undefined) return [];
        return [{ cluster: cluster.name, cost: isHalfKnown(cluster) ? atLimitsOf(cost) : cost }];
      }),
      budgets[state] ?? {},
    );
  const [before, after] = [side('before'), side('after')];
  const without = clusters.filter((one) => one.failed.length > 0 || isHalfKnown(one)).map(({ name }) => name);
  return {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(without.length === 0 ? {} : { without }),
  };
}

/** There are workloads in one state only. A cluster that is not there costs nothing. */
function isHalfKnown({ change, cost: { before, after } }: CostedCluster): boolean {
  const isKnown = (cost: ReviewReportCost | undefined) => cost?.expectedPerHourUsd !== undefined;
  return (change === 'added' || isKnown(before)) !== (change === 'removed' || isKnown(after));
}

function atLimitsOf(cost: ReviewReportCost): ReviewReportCost {
  const { atLimitsPerHourUsd, atLimitsPerMonthUsd, atLimitsReason, priceDate } = cost;
  return {
    atLimitsPerHourUsd,
    atLimitsPerMonthUsd,
    ...(atLimitsReason === undefined ? {} : { atLimitsReason }),
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
  const nodesRange = rangeOf(costs, 'nodesRange', 'nodes');
  const usdRange = rangeOf(costs, 'expectedRangePerHourUsd', 'expectedPerHourUsd');
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
    ...(nodesRange === undefined ? {} : { nodesRange }),
    ...(usdRange === undefined ? {} : { expectedRangePerHourUsd: usdRange }),
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

/** Bounds: not all need to have little or much in the same run. Undefined: chance decides nothing. */
function rangeOf(
  costs: readonly ReviewReportCost[],
  of: 'nodesRange' | 'expectedRangePerHourUsd',
  otherwise: 'nodes' | 'expectedPerHourUsd',
): Interval | undefined {
  if (costs.every((cost) => cost[of] === undefined)) return undefined;
  const bound = (side: keyof Interval) =>
    costs.reduce((all, cost) => all + Math.round((cost[of]?.[side] ?? cost[otherwise] ?? 0) * 1e6), 0) / 1e6;
  return { min: bound('min'), max: bound('max') };
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
