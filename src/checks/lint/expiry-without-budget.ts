import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { writtenBudgets } from '../budgets.ts';
import { isBuiltIn } from '../constraints.ts';
import { isHasty } from './hasty-expiry.ts';
import { poolRule } from '../rule.ts';

export const expiryWithoutBudget = poolRule(['PW4013'], function* ({ pool }) {
  const { expireAfter } = pool;
  if (expireAfter === undefined || isBuiltIn(expireAfter.origin) || expireAfter.value === 'Never') return;
  if (writtenBudgets(pool) !== undefined || isHasty(expireAfter.value)) return;
  yield diagnostic(
    'PW4013',
    expireAfter.origin.span,
    `nodes of pool \`${pool.name}\` expire after \`${expireAfter.value}\`, however many at once`,
    {
      related: usedHere(expireAfter.origin, pool),
      help: 'Expiry ignores disruption budgets, the built-in 10 % too: nodes that started together are drained together. PodDisruptionBudgets in the workloads are what slows it down.',
    },
  );
});
