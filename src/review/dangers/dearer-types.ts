import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { hourly } from '../words.ts';
import { changedPool } from './danger-rule.ts';

/** Less is what other types cost anyway. */
const RISE_PERCENT = 20;

export const dearerTypes = changedPool(['PW9640'], function* ({ head, types }) {
  const [old, now] = [types.before.cheapest, types.after.cheapest];
  if (old === undefined || now === undefined) return;
  if (now.pricePerHourUsd * 100 <= old.pricePerHourUsd * (100 + RISE_PERCENT)) return;
  const percent = Math.round((now.pricePerHourUsd / old.pricePerHourUsd - 1) * 100);
  yield diagnostic(
    'PW9640',
    head.pool.keySpan,
    `the cheapest instance type of pool \`${head.pool.name}\` costs ${percent} % more: ${hourly(now.pricePerHourUsd)} $/h (\`${now.instanceType}\`) instead of ${hourly(old.pricePerHourUsd)} (\`${old.instanceType}\`)`,
    {
      help: `Said of more than ${RISE_PERCENT} %. Small pods pay it in full; what the workloads come to says the expected cost.`,
    },
  );
});
