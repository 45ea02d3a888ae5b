import { HOURS_PER_MONTH } from './money.ts';
import type { ReviewReportCluster, ReviewReportCost, ReviewReportCostChange } from './review-contract.ts';
import { counted } from './words.ts';

/** What pools, clusters and all of them are compared by, and how that is written. */
export interface CostMeasure {
  readonly key: 'expectedPerHourUsd' | 'atLimitsPerHourUsd';
  readonly title: string;
}

/** What something is expected to cost, or where no state has workloads what it may come to. */
export function costMeasure({ before, after }: ReviewReportCostChange): CostMeasure {
  const isKnown = [before, after].some((side) => side?.expectedPerHourUsd !== undefined);
  return isKnown
    ? { key: 'expectedPerHourUsd', title: 'expected cost' }
    : { key: 'atLimitsPerHourUsd', title: 'cost at limits' };
}

/** Title of the column: short, for a narrow screen. */
export function costTitle(key: CostMeasure['key']): string {
  return key === 'expectedPerHourUsd' ? '$/month' : 'at limits';
}

export function unitOf(key: CostMeasure['key']): string {
  return key === 'expectedPerHourUsd' ? '$/month' : '$/month at limits';
}

/**
 * Null: without bound. Undefined: not known, or there is nothing there. What is expected are new nodes and those that
 * are there already: a pool that becomes static costs what it did.
 */
export function monthlyOf(
  cost: ReviewReportCost | undefined,
  key: CostMeasure['key'],
): number | null | undefined {
  const perHour = cost?.[key];
  if (perHour === undefined || perHour === null) return perHour;
  const existing = key === 'expectedPerHourUsd' ? (cost?.existingPerHourUsd ?? 0) : 0;
  return (perHour + existing) * HOURS_PER_MONTH;
}

/** `612 → 744`, `612` where nothing changes, `0 → 744` of what is new. Empty: not known. */
export function costCell({ before, after }: ReviewReportCostChange, key: CostMeasure['key']): string {
  if (before === undefined && after === undefined) return '';
  const texts = [before, after].map((side) => {
    const usd = side === undefined ? 0 : monthlyOf(side, key);
    return usd === null ? 'no bound' : usd === undefined ? '' : usdText(usd);
  });
  const [from = '', to = ''] = texts;
  if (from === to) return from;
  return `${from === '' ? '?' : from} → ${to === '' ? '?' : to}`;
}

/** `14 → 16 new nodes`, of the dry run; `?` where a state has none. Empty: nothing is known. */
export function nodesText({ before, after }: ReviewReportCostChange): string {
  if (after?.nodes === undefined && before?.nodes === undefined) return '';
  const [from, to] = [before, after].map((side) => (side === undefined ? 0 : (side.nodes ?? '?')));
  return from === to ? counted(Number(to), 'new node') : `${from} → ${to} new nodes`;
}

/** What the Cluster Autoscaler leaves to chance in head. Empty: nothing. */
export function chanceText({ cost, placement }: Pick<ReviewReportCluster, 'cost' | 'placement'>): string {
  const { nodesRange, expectedRangePerHourUsd: usd } = cost.after ?? {};
  const pods = placement?.unplacedRangeAfter;
  const monthly = (perHour: number) => usdText(perHour * HOURS_PER_MONTH);
  const parts = [
    nodesRange === undefined ? '' : between(nodesRange.min, nodesRange.max, 'new nodes'),
    usd === undefined ? '' : between(monthly(usd.min), monthly(usd.max), '$/month'),
    pods === undefined ? '' : between(pods.min, pods.max, 'pods without a place'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `left to chance: ${parts.join(', ')}`;
}

function between(min: number | string, max: number | string, unit: string): string {
  return min === max ? '' : `${min} to ${max} ${unit}`;
}

/** Whole dollars, in groups of three digits; cents of what is small. */
export function usdText(usd: number): string {
  if (Math.abs(usd) < 10 && usd !== 0) return usd.toFixed(2);
  return String(Math.round(usd)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
