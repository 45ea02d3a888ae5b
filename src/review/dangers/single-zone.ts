import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';
import { requirementSpan } from './requirement-span.ts';

export const singleZone = changedPool(['PW9621'], function* ({ head, after, types }) {
  const [only, ...others] = types.after.zones;
  if (only === undefined || others.length > 0 || types.before.zones.length < 2) return;
  yield diagnostic(
    'PW9621',
    requirementSpan(after, 'topology.kubernetes.io/zone') ??
      requirementSpan(after, 'topology.k8s.aws/zone-id') ??
      head.pool.keySpan,
    `pool \`${head.pool.name}\` is left with zone \`${only}\`; it loses ${quotedList(types.removedZones)}`,
    {
      help: 'Pods with volumes in another zone have no place in it any more, and when the zone fails the pool launches nothing.',
    },
  );
});
