import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { LAUNCHING, poolRule } from '../rule.ts';

/** The CRD's field has 32 bits. */
const MAX_REPLICAS = 2 ** 31 - 1;

export const replicas = poolRule({ codes: ['PW3565'], backends: LAUNCHING }, function* ({ pool }) {
  if (pool.replicas === undefined) return;
  const { value, origin } = pool.replicas;
  if (value >= 0 && value <= MAX_REPLICAS) return;
  yield diagnostic(
    'PW3565',
    origin.span,
    `\`replicas\` is ${value}, but must be an integer from 0 to ${MAX_REPLICAS}`,
    {
      related: usedHere(origin, pool),
      help: 'Leave `replicas` out for a pool that follows demand.',
    },
  );
});
