import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { ClusterCostAtLimits, CostBound } from '../model/plan.ts';
import { type Budgets, budgetsOf, inheritedFrom } from './budgets.ts';
import { dollars, HOURS_PER_MONTH } from './dollars.ts';

/** Budgets at limits that are crossed. They need no workloads. */
export function atLimitsFindings(
  cost: ClusterCostAtLimits,
  compiled: CompiledCluster,
): readonly Diagnostic[] {
  const { cluster } = compiled;
  return budgetsOf(compiled, { cluster: cost, nodePools: cost.nodePools }).flatMap((one) =>
    atLimitsFinding(one, cluster),
  );
}

export function atLimitsFinding(
  { subject, cost, budgets: { maxMonthlyUsdAtLimits: budget } }: Budgets<CostBound>,
  cluster: CompiledCluster['cluster'],
): readonly Diagnostic[] {
  if (budget === undefined) return [];
  const most = cost.atLimitsPerHourUsd;
  if (most !== null && most * HOURS_PER_MONTH <= budget.value) return [];
  const amount = most === null ? 'any amount' : `${dollars(most * HOURS_PER_MONTH)} a month`;
  const message = `${subject} can cost ${amount} within its limits, above its budget of ${dollars(budget.value)}`;
  const help =
    most === null
      ? `${sentence(cost.atLimitsReason ?? '')} Add limits on \`cpu\` and \`memory\`.`
      : undefined;
  return [
    diagnostic('PW8011', budget.origin.span, message, { related: inheritedFrom(budget, cluster), help }),
  ];
}

function sentence(text: string): string {
  return text === '' ? '' : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
