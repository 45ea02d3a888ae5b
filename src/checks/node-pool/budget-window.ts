import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

export const budgetWindow = poolRule({ codes: ['PW3541'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  for (const { schedule, duration } of pool.disruption?.budgets?.value ?? []) {
    const lone = schedule ?? duration;
    if (lone === undefined || (schedule !== undefined && duration !== undefined)) continue;
    const [present, absent, example] =
      schedule === undefined ? ['duration', 'schedule', '0 9 * * mon-fri'] : ['schedule', 'duration', '8h'];
    yield diagnostic(
      'PW3541',
      lone.origin.keySpan ?? lone.origin.span,
      `budget has a \`${present}\` but no \`${absent}\``,
      {
        related: usedHere(lone.origin, pool),
        help: `Add \`${absent}: "${example}"\`, or remove \`${present}\` to keep the budget active at all times.`,
      },
    );
  }
});
