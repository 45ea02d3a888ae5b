import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { writtenBudgets } from '../budgets.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

export const reasonlessBudget = poolRule(
  { codes: ['PW4016'], backends: WITH_NODE_POOL },
  function* ({ pool }) {
    for (const { reasons, origin } of writtenBudgets(pool) ?? []) {
      if (reasons?.length !== 0) continue;
      yield diagnostic('PW4016', origin.span, 'a budget with an empty list of reasons never applies', {
        related: usedHere(origin, pool),
        help: 'Remove `reasons` for a budget on every disruption, or name `Underutilized`, `Empty` or `Drifted`.',
      });
    }
  },
);
