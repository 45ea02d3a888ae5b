import type { Cluster, ClusterSettings } from '../model/cluster.ts';
import type { ChangedInput } from '../model/review.ts';
import type { ClusterReviewInput, SideCluster } from '../model/review-input.ts';
import type { Workloads } from '../model/workloads.ts';
import { changedSettings } from './changed-settings.ts';
import { knowsBudgets } from './knows-budgets.ts';
import { planAsWritten } from './plan-as-written.ts';

/** What figures are made from besides the objects, as far as it differs. Empty where a state lacks the cluster or fails. */
export function changedInputs({ base, head }: ClusterReviewInput): readonly ChangedInput[] {
  if (base === undefined || head === undefined) return [];
  if (base.compiled.failed || head.compiled.failed) return [];
  const [before, after] = [base.compiled.cluster, head.compiled.cluster];
  const differ = (of: (settings: ClusterSettings) => unknown) =>
    plain(of(before.settings)) !== plain(of(after.settings));
  const settings = changedSettings(before.settings, after.settings).map((name) => INPUTS[name]);
  return [
    ...(isSameWork(base, head) ? [] : (['workloads'] as const)),
    ...new Set(settings),
    ...(differ(({ scenarios }) => scenarios) ? (['scenarios'] as const) : []),
    ...(knowsBudgets({ base, head }) && (differ(budgetsOf) || isOtherPoolBudget(before, after))
      ? (['budgets'] as const)
      : []),
  ];
}

/** How many pods the plan of each state is about. Undefined: neither has any. */
export function plannedPods({
  base,
  head,
}: ClusterReviewInput): { before: number; after: number } | undefined {
  const [before = 0, after = 0] = [base, head].map((side) => planAsWritten(side)?.workloads.pods ?? 0);
  return before + after === 0 ? undefined : { before, after };
}

const INPUTS = {
  region: 'region',
  zones: 'zones',
  catalogue: 'catalogue',
  spot_price_ratio: 'prices',
  price_adjustments: 'prices',
} as const;

function budgetsOf({
  maxMonthlyUsd,
  maxMonthlyUsdAtLimits,
}: Pick<ClusterSettings, 'maxMonthlyUsd' | 'maxMonthlyUsdAtLimits'>) {
  return [maxMonthlyUsd?.value ?? null, maxMonthlyUsdAtLimits?.value ?? null];
}

/** Of pools on both sides. */
function isOtherPoolBudget(before: Cluster, after: Cluster): boolean {
  const old = new Map(before.pools.map((pool) => [pool.name, plain(budgetsOf(pool))]));
  return after.pools.some(
    (pool) => (old.get(pool.name) ?? plain(budgetsOf(pool))) !== plain(budgetsOf(pool)),
  );
}

function isSameWork(base: SideCluster, head: SideCluster): boolean {
  if (base.workloads === head.workloads) return true;
  return workText(base.workloads) === workText(head.workloads);
}

/** Replicas share a template, which is read once. */
function workText(workloads: Workloads | undefined): string {
  if (workloads === undefined) return '';
  const { pods, boundPods, daemonSets, nodes } = workloads;
  const texts = new Map<object, string>();
  const counts = new Map<string, number>();
  for (const { namespace, name, template } of pods) {
    const text = texts.get(template) ?? plain(template);
    texts.set(template, text);
    const key = template.owner === undefined ? `${namespace}/${name} ${text}` : text;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return plain([[...counts].sort(([a], [b]) => (a < b ? -1 : 1)), boundPods, daemonSets, nodes]);
}

/** Where something is written does not count. */
const PLACES = new Set(['origin', 'span', 'source']);

function plain(value: unknown): string {
  return (
    JSON.stringify(value, (key, one: unknown) =>
      PLACES.has(key) ? undefined : typeof one === 'bigint' ? String(one) : one,
    ) ?? ''
  );
}
