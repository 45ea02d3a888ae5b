import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { changedPool } from './danger-rule.ts';
import { requirementSpan } from './requirement-span.ts';

export const spotOnly = changedPool(['PW9620'], function* ({ head, after, types }) {
  const [only, ...others] = types.after.capacityTypes;
  if (only !== 'spot' || others.length > 0 || types.before.capacityTypes.length === 0) return;
  if (!types.removedCapacityTypes.some((one) => one !== 'spot')) return;
  yield diagnostic(
    'PW9620',
    requirementSpan(after, 'karpenter.sh/capacity-type') ?? head.pool.keySpan,
    `pool \`${head.pool.name}\` has spot capacity only from now on`,
    {
      help: 'Nodes of other capacity types are replaced, and when spot runs out the pool launches nothing. Keep `on-demand` among the values to fall back to it.',
    },
  );
});
