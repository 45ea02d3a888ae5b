import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

export const repeatedReason = poolRule({ codes: ['PW3544'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  for (const { reasons } of pool.disruption?.budgets?.value ?? []) {
    const seen = new Set<string>();
    for (const { value, origin } of reasons ?? []) {
      if (seen.has(value)) {
        yield diagnostic('PW3544', origin.span, `reason \`${value}\` is listed twice`, {
          related: usedHere(origin, pool),
          help: 'The API server refuses a budget that names a reason twice. Remove one of them.',
        });
      }
      seen.add(value);
    }
  }
});
