import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { combined, constraintsOf } from '../constraints.ts';
import { poolRule } from '../rule.ts';
import { ZONE_KEY } from '../value-domain.ts';
import { counted } from '../words.ts';

export const singleZone = poolRule(['PW4018'], function* ({ pool, selection }, { cluster, labels }) {
  const zones = (cluster.settings.zones ?? []).map(({ value }) => value);
  if (zones.length < 2 || selection.types.length === 0) return;
  const constraints = constraintsOf(pool, labels);
  const requirement = combined(constraints).get(ZONE_KEY);
  const [zone, ...others] = zones.filter((one) => requirement.has(one));
  const blamed = constraints.find(({ key }) => key === ZONE_KEY);
  if (zone === undefined || others.length > 0 || blamed === undefined) return;
  yield diagnostic(
    'PW4018',
    blamed.origin.span,
    `pool \`${pool.name}\` is confined to \`${zone}\`, one of ${counted(zones.length, 'zone')}`,
    {
      related: usedHere(blamed.origin, pool),
      help: 'When that zone fails or runs out of capacity, the pool launches nothing.',
    },
  );
});
