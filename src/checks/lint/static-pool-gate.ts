import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { LAUNCHING, poolRule } from '../rule.ts';

export const staticPoolGate = poolRule({ codes: ['PW4035'], backends: LAUNCHING }, function* ({ pool }) {
  if (pool.replicas === undefined) return;
  yield diagnostic(
    'PW4035',
    pool.replicas.origin.keySpan ?? pool.replicas.origin.span,
    `static pool \`${pool.name}\` needs Karpenter's feature gate \`StaticCapacity\``,
    {
      related: usedHere(pool.replicas.origin, pool),
      help: 'The gate is alpha and off by default. `replicas` can be neither added to nor removed from an existing pool.',
    },
  );
});
