import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const negativeLimit = poolRule(['PW3561'], function* ({ pool }) {
  for (const [resource, { value, origin }] of pool.limits) {
    const parsed = parseQuantity(value);
    if (!parsed.ok || parsed.quantity.nano >= 0n) continue;
    yield diagnostic('PW3561', origin.span, `limit ${quoted(resource)} is negative: ${quoted(value)}`, {
      related: usedHere(origin, pool),
      help: 'The API server accepts it, and Karpenter then launches nothing from the pool. Write a positive quantity, or remove the limit.',
    });
  }
});
