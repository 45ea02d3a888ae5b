import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DisruptionReason, NodePoolBudget } from '../../kubernetes/api/node-pool.ts';
import { changedPool } from './danger-rule.ts';
import { budgetText } from '../words/budget-words.ts';
import type { ChangedPoolContext } from '../pool-context.ts';
import { folded } from '../words.ts';

const REASONS: readonly DisruptionReason[] = ['Underutilized', 'Empty', 'Drifted'];

export const zeroBudget = changedPool(['PW9611', 'PW9612'], function* (context) {
  const { head, before, after, rotation } = context;
  if (context.change !== 'changed') return;
  const [old, now] = [budgetsOf(before), budgetsOf(after)];
  const always = REASONS.filter((reason) => blocks(now, reason) && !blocks(old, reason));
  if (always.length > 0) {
    const isDrift = always.includes('Drifted');
    const whom =
      always.length === REASONS.length ? 'no node at all' : `no node for the reason ${folded(always)}`;
    const rotates =
      rotation.scope === 'none' ? '' : ' The replacement that this very change asks for never happens.';
    yield diagnostic(
      'PW9611',
      spanOf(context, (budget) => isZero(budget) && budget.schedule === undefined),
      `the budgets of pool \`${head.pool.name}\` let ${whom} go from now on`,
      {
        help: `${isDrift ? 'Nodes keep their old image and settings for ever.' : 'Nothing is consolidated.'}${isDrift ? rotates : ''} Allow at least one node, or give the budget a \`schedule\` and a \`duration\`.`,
      },
    );
  }
  const known = new Set(old.map((budget) => budgetText(budget)));
  const windows = now.filter(
    (budget) => isZero(budget) && budget.schedule !== undefined && !known.has(budgetText(budget)),
  );
  for (const window of windows) {
    yield diagnostic(
      'PW9612',
      spanOf(context, (budget) => budget === window),
      `the budgets of pool \`${head.pool.name}\` let no node go at times: ${budgetText(window)}`,
      {
        help:
          rotation.scope === 'none'
            ? 'Within that time nothing is consolidated and nothing drifted is replaced. Times are UTC.'
            : 'Within that time nothing is replaced, which lengthens the rotation that this change starts. Times are UTC.',
      },
    );
  }
});

function budgetsOf(view: ChangedPoolContext['before']): readonly NodePoolBudget[] {
  return view.disruption?.budgets ?? [];
}

function isZero({ nodes }: NodePoolBudget): boolean {
  return /^0+%?$/.test(nodes);
}

/** At all times, as far as that is plain. */
function blocks(budgets: readonly NodePoolBudget[], reason: DisruptionReason): boolean {
  return budgets.some(
    (budget) =>
      isZero(budget) &&
      budget.schedule === undefined &&
      (budget.reasons === undefined || budget.reasons.includes(reason)),
  );
}

function spanOf({ after }: ChangedPoolContext, isBlamed: (budget: NodePoolBudget) => boolean) {
  const index = budgetsOf(after).findIndex(isBlamed);
  return after.span('disruption', 'budgets', Math.max(index, 0), 'nodes');
}
