import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const zeroLimit = poolRule(['PW4034'], function* ({ pool }) {
  for (const [resource, { value, origin }] of pool.limits) {
    const parsed = parseQuantity(value);
    if (!parsed.ok || parsed.quantity.nano !== 0n) continue;
    yield diagnostic(
      'PW4034',
      origin.span,
      `a limit of zero on ${quoted(resource)} keeps pool \`${pool.name}\` from launching ${launches(resource)}`,
      {
        related: usedHere(origin, pool),
        help: 'If the pool is paused on purpose, say so with an ignore comment.',
      },
    );
  }
});

function launches(resource: string): string {
  return ['cpu', 'memory', 'ephemeral-storage', 'pods', 'nodes'].includes(resource)
    ? 'anything'
    : `nodes with ${quoted(resource)}`;
}
