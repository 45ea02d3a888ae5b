import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { DisruptionReason } from '../../kubernetes/api/node-pool.ts';
import type { PoolBudget } from '../../model/pool.ts';
import { allowsNone, isAlwaysActive, writtenBudgets } from '../budgets.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

const REASONS: readonly DisruptionReason[] = ['Underutilized', 'Empty', 'Drifted'];

export const blockingBudgets = poolRule(
  { codes: ['PW4012'], backends: WITH_NODE_POOL },
  function* ({ pool }) {
    const blocking = (writtenBudgets(pool) ?? []).filter(
      (budget) => allowsNone(budget) && isAlwaysActive(budget),
    );
    if (!REASONS.every((reason) => blocking.some((budget) => appliesTo(budget, reason)))) return;
    const blamed = blocking.find((budget) => budget.reasons === undefined) ?? blocking[0];
    if (blamed === undefined) return;
    const { origin } = blamed.nodes ?? blamed;
    yield diagnostic(
      'PW4012',
      origin.span,
      `budgets of pool \`${pool.name}\` block every disruption at all times`,
      {
        related: usedHere(origin, pool),
        help: 'Nodes are never consolidated, not even empty ones, and never replaced after a change of the image or the pool. Allow at least one node, or give the budget a `schedule` and a `duration`.',
      },
    );
  },
);

function appliesTo({ reasons }: PoolBudget, reason: DisruptionReason): boolean {
  return reasons === undefined || reasons.some(({ value }) => value === reason);
}
