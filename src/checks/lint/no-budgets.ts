import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { writtenBudgets } from '../budgets.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

export const noBudgets = poolRule(
  { codes: ['PW4015'], backends: WITH_NODE_POOL, needs: ['disruption'] },
  function* ({ pool }) {
    const budgets = pool.disruption?.budgets;
    if (budgets === undefined || writtenBudgets(pool)?.length !== 0) return;
    yield diagnostic(
      'PW4015',
      budgets.origin.keySpan ?? budgets.origin.span,
      `pool \`${pool.name}\` has no disruption budget: any number of its nodes may be disrupted at once`,
      {
        related: usedHere(budgets.origin, pool),
        help: 'Remove the empty list for the built-in budget of 10 %, or write one.',
      },
    );
  },
);
