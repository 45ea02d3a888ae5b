import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { budgetReach } from '../../drift/budget-reach.ts';
import type { Rotation } from '../../model/review.ts';
import { changedPool } from './danger-rule.ts';

/** That all nodes are replaced is what many changes are for; that it happens at once hardly ever is. */
export const rotation = changedPool(
  ['PW9613', 'PW9614'],
  function* ({ change, head, after, rotation: forecast }) {
    if (change !== 'changed' || forecast.scope !== 'all') return;
    const [cause, ...others] = forecast.causes.toSorted((a, b) => rank(a) - rank(b));
    if (cause === undefined || cause.reason === 'deleted') return;
    const { name, keySpan } = head.pool;
    const more =
      others.length === 0 ? '' : `, and for ${others.length} other reason${others.length === 1 ? '' : 's'}`;
    yield diagnostic(
      'PW9614',
      cause.source ?? keySpan,
      `all nodes of pool \`${name}\` are replaced${countText(forecast)}`,
      { help: `Because ${cause.message}${more}.` },
    );
    if (head.nodePool === undefined || cause.reason === 'rollout') return;
    const budgets = after.disruption?.budgets ?? [];
    if (budgetReach({ budgets, reason: 'Drifted' }) !== 'all') return;
    const why = budgets.length === 0 ? 'it has no disruption budget' : 'its budgets allow all of them';
    yield diagnostic(
      'PW9613',
      after.span('disruption', 'budgets'),
      `the nodes of pool \`${name}\` may all be replaced at once: ${why}`,
      {
        help: 'PodDisruptionBudgets of the workloads are all that slows it down. Write a budget, such as `budgets: [{nodes: "10%"}]`.',
      },
    );
  },
);

/** What concerns all nodes comes first. */
function rank({ scope }: Rotation['causes'][number]): number {
  return scope === 'all' ? 0 : 1;
}

function countText({ nodes }: Rotation): string {
  if (nodes === undefined) return '';
  return nodes.basis === 'nodes' ? `, ${nodes.count} of them` : `, ${nodes.count} of them by the plan`;
}
