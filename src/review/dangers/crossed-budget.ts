import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { CostChange, ReviewedCost } from '../../model/review.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import { knowsBudgets } from '../knows-budgets.ts';
import { costChange } from '../cost-change.ts';
import { dollars, HOURS_PER_MONTH } from '../words.ts';
import type { ClusterDanger, PoolDanger } from './danger-rule.ts';

/** What the plan finds to be too dear it says of head alone; this says that it was within the budget before. */
export const crossedPoolBudget: PoolDanger = {
  codes: ['PW9642'],
  sees: 'all pools',
  check: ({ head, cost, input }) =>
    head === undefined ? [] : crossed(`pool \`${head.pool.name}\``, { budgets: head.pool, cost, input }),
};

export const crossedClusterBudget: ClusterDanger = {
  codes: ['PW9642'],
  check({ input: { base, head } }) {
    if (base === undefined || head === undefined) return [];
    const { cluster } = head.compiled;
    return crossed(`cluster \`${cluster.name}\``, {
      budgets: cluster.settings,
      cost: costChange({ base, head }),
      input: { base, head },
    });
  },
};

interface Budgets {
  readonly maxMonthlyUsd?: Located<number>;
  readonly maxMonthlyUsdAtLimits?: Located<number>;
}

interface Spent {
  readonly budgets: Budgets;
  readonly cost: CostChange;
  readonly input: Pick<ClusterReviewInput, 'base' | 'head'>;
}

function* crossed(subject: string, { budgets, cost, input }: Spent): Iterable<Diagnostic> {
  const { before, after } = cost;
  // Of what is new, everything is new.
  if (before === undefined || after === undefined) return;
  const checks = [
    ['is expected to cost', budgets.maxMonthlyUsd, before.maxMonthlyUsd, expectedOf, ''] as const,
    [
      'can cost',
      budgets.maxMonthlyUsdAtLimits,
      before.maxMonthlyUsdAtLimits,
      mostOf,
      ' within its limits',
    ] as const,
  ];
  for (const [says, budget, oldBudget, of, within] of checks) {
    if (budget === undefined) continue;
    const [old, now] = [of(before), of(after)];
    if (now === undefined || old === undefined || now <= budget.value) continue;
    // Objects do not say a budget; the definition's is as old as they are.
    const earlier = oldBudget ?? (knowsBudgets(input) ? undefined : budget.value);
    if (earlier !== undefined && old > earlier) continue;
    yield diagnostic(
      'PW9642',
      budget.origin.span,
      `${subject} ${says} ${monthly(now)}${within}, above its budget of ${dollars(budget.value)}; before this change it was ${monthly(old)}`,
      { help: 'Raise the budget in the same change if that is meant, or lower what it costs.' },
    );
  }
}

function monthly(usd: number): string {
  return usd === Number.POSITIVE_INFINITY ? 'any amount' : `${dollars(usd)} a month`;
}

function expectedOf({ expectedPerHourUsd, existingPerHourUsd }: ReviewedCost): number | undefined {
  return expectedPerHourUsd === undefined
    ? undefined
    : (expectedPerHourUsd + (existingPerHourUsd ?? 0)) * HOURS_PER_MONTH;
}

function mostOf({ atLimitsPerHourUsd: most }: ReviewedCost): number {
  return most === null ? Number.POSITIVE_INFINITY : most * HOURS_PER_MONTH;
}
