import type { DisruptionReason, NodePoolBudget } from '../kubernetes/api/node-pool.ts';
import { allowanceWindows } from './allowance-windows.ts';

export interface BudgetQuestion {
  /** `spec.disruption.budgets` as the API server stores it. */
  readonly budgets: readonly NodePoolBudget[];
  readonly reason: DisruptionReason;
}

/** How many nodes may go at a time: never any, always all of them, or less than all at some time at least. */
export type BudgetReach = 'none' | 'some' | 'all';

/** So many that only a percentage lets all of them go. */
const MANY_NODES = 1_000_000_000;

/** Four years have every day of a year, on every day of the week but for 29 February. When they begin decides nothing. */
const FROM_MS = Date.UTC(2028, 0, 1);
const UNTIL_MS = Date.UTC(2032, 0, 1);

/** What the disruption budgets of a NodePool let go for a reason, in the long run. */
export function budgetReach({ budgets, reason }: BudgetQuestion): BudgetReach {
  const windows = allowanceWindows({
    budgets,
    nodes: MANY_NODES,
    reason,
    fromMs: FROM_MS,
    untilMs: UNTIL_MS,
  });
  let [least, most] = [MANY_NODES, 0];
  for (const { allowed } of windows) {
    least = Math.min(least, allowed);
    most = Math.max(most, allowed);
    if (least < MANY_NODES && most > 0) return 'some';
  }
  return most === 0 ? 'none' : 'all';
}
