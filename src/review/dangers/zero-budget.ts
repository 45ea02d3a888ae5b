import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { readBudgets } from '../../drift/allowed-disruptions.ts';
import { budgetReach } from '../../drift/budget-reach.ts';
import type { DisruptionReason, NodePoolBudget } from '../../kubernetes/api/node-pool.ts';
import { changedPool } from './danger-rule.ts';
import { budgetsText, budgetText } from '../words/budget-words.ts';
import type { ChangedPoolContext } from '../pool-context.ts';
import { folded } from '../words.ts';

const REASONS: readonly DisruptionReason[] = ['Underutilized', 'Empty', 'Drifted'];

export const zeroBudget = changedPool(['PW9611', 'PW9612'], function* (context) {
  const { head, before, after, rotation } = context;
  if (context.change !== 'changed') return;
  const [old, now] = [budgetsOf(before), budgetsOf(after)];
  if (budgetsText(old) === budgetsText(now)) return;
  const known = new Set(old.map((budget) => budgetText(budget)));
  const isNew = (budget: NodePoolBudget) => !known.has(budgetText(budget));
  const blocked = REASONS.filter((reason) => budgetReach({ budgets: now, reason }) === 'none');
  const always = blocked.filter((reason) => budgetReach({ budgets: old, reason }) !== 'none');
  if (always.length > 0) {
    const whom =
      always.length === REASONS.length ? 'no node at all' : `no node for the reason ${folded(always)}`;
    const blames = (budget: NodePoolBudget) =>
      isUnreadable(budget) || always.some((reason) => isZero(budget, reason));
    yield diagnostic(
      'PW9611',
      spanOf(context, now.find((budget) => blames(budget) && isNew(budget)) ?? now.find(blames)),
      `the budgets of pool \`${head.pool.name}\` let ${whom} go from now on`,
      { help: helpText(context, now.find(isUnreadable), always.includes('Drifted')) },
    );
  }
  const windows = now.filter(
    (budget) =>
      isNew(budget) && REASONS.some((reason) => !blocked.includes(reason) && isZero(budget, reason)),
  );
  for (const window of windows) {
    yield diagnostic(
      'PW9612',
      spanOf(context, window),
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

function helpText(
  { rotation }: ChangedPoolContext,
  unreadable: NodePoolBudget | undefined,
  isDrift: boolean,
): string {
  const what = isDrift ? 'Nodes keep their old image and settings for ever.' : 'Nothing is consolidated.';
  const rotates =
    isDrift && rotation.scope !== 'none'
      ? ' The replacement that this very change asks for never happens.'
      : '';
  if (unreadable !== undefined) {
    return `Karpenter cannot read the schedule \`${unreadable.schedule ?? ''}\`, and as long as a budget has such a one it disrupts no node for any reason. ${what}${rotates} Mend the schedule.`;
  }
  return `${what}${rotates} Allow at least one node at some time of the week.`;
}

function budgetsOf(view: ChangedPoolContext['before']): readonly NodePoolBudget[] {
  return view.disruption?.budgets ?? [];
}

function isUnreadable(budget: NodePoolBudget): boolean {
  return readBudgets([budget]) === 'invalid';
}

/** Whether the budget lets no node go for the reason, as long as it is active. */
function isZero(budget: NodePoolBudget, reason: DisruptionReason): boolean {
  const read = readBudgets([budget]);
  return read !== 'invalid' && read.every((one) => one.appliesTo(reason) && one.allows(1) === 0);
}

function spanOf({ after }: ChangedPoolContext, blamed: NodePoolBudget | undefined) {
  const index = budgetsOf(after).findIndex((budget) => budget === blamed);
  const part = blamed !== undefined && isUnreadable(blamed) ? 'schedule' : 'nodes';
  return after.span('disruption', 'budgets', Math.max(index, 0), part);
}
