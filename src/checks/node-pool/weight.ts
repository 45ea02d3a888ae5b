import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';

/** Karpenter 1.14, CRD of NodePool. */
const MAX_WEIGHT = 100;

export const weight = poolRule(['PW3563'], function* ({ pool }) {
  if (pool.weight === undefined) return;
  const { value, origin } = pool.weight;
  if (value >= 1 && value <= MAX_WEIGHT) return;
  yield diagnostic(
    'PW3563',
    origin.span,
    `\`weight\` is ${value}, but must be an integer from 1 to ${MAX_WEIGHT}`,
    {
      related: usedHere(origin, pool),
      help: value === 0 ? 'Leave `weight` out: a pool without it counts as 0.' : undefined,
    },
  );
});
