import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { writtenHere, usedHere } from '../../diagnostics/describe-origin.ts';
import { allowsNone, writtenBudgets } from '../budgets.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { acceptedDuration } from '../duration-text.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

/** Karpenter 1.14, pkg/controllers/nodeclaim/expiration: a node is deleted at its age, whatever the budgets say. */
export const expiryIgnoresBudget = poolRule(
  { codes: ['PW4014'], backends: WITH_NODE_POOL, needs: ['expire_after'] },
  function* ({ pool }) {
    const { expireAfter } = pool;
    if (expireAfter === undefined || acceptedDuration(expireAfter.value) === undefined) return;
    // A budget for some reasons does not claim to speak of expiry.
    const blocking = writtenBudgets(pool)?.find(
      (budget) => allowsNone(budget) && budget.reasons === undefined,
    );
    if (blocking?.nodes === undefined) return;
    const { origin } = blocking.nodes;
    const when = blocking.schedule === undefined ? '' : ' during its hours';
    const source = isBuiltIn(expireAfter.origin) ? 'the built-in ' : '';
    yield diagnostic(
      'PW4014',
      origin.span,
      `this budget does not keep nodes of pool \`${pool.name}\` from expiring${when}: expiry ignores budgets`,
      {
        related: [...writtenHere(expireAfter.origin, '`expire_after`'), ...usedHere(origin, pool)],
        help: `Nodes are removed after ${source}\`expire_after: ${expireAfter.value}\`. Write \`expire_after: Never\` to prevent that, and rotate nodes by drift instead.`,
      },
    );
  },
);
