import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { combined, constraintsOf } from '../constraints.ts';
import type { Requirements } from '../../kubernetes/requirements.ts';
import { ZONE_ID_KEY } from '../label-domain.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { ZONE_KEY } from '../value-domain.ts';
import { counted } from '../words.ts';

export const singleZone = poolRule(
  { codes: ['PW4018'], needs: ADMITTED_TYPES },
  function* ({ pool, selection }, { cluster, labels }) {
    const zones = (cluster.settings.zones ?? []).map(({ value }) => value);
    if (zones.length < 2 || selection.types.length === 0) return;
    const constraints = constraintsOf(pool, labels);
    const only = onlyZone(combined(constraints), zones);
    const blamed = constraints.find((constraint) => constraint.key === only?.key);
    if (only === undefined || blamed === undefined) return;
    yield diagnostic(
      'PW4018',
      blamed.origin.span,
      `pool \`${pool.name}\` is confined to \`${only.zone}\`, one of ${counted(zones.length, 'zone')}`,
      {
        related: usedHere(blamed.origin, pool),
        help: 'When that zone fails or runs out of capacity, the pool launches nothing.',
      },
    );
  },
);

/** Key and value that leave a single zone. Which name a zone id stands for differs between accounts. */
function onlyZone(
  requirements: Requirements,
  zones: readonly string[],
): { readonly key: string; readonly zone: string } | undefined {
  const byName = requirements.get(ZONE_KEY);
  const [zone, ...others] = zones.filter((one) => byName.has(one));
  if (zone !== undefined && others.length === 0) return { key: ZONE_KEY, zone };
  const byId = requirements.get(ZONE_ID_KEY);
  const [id] = byId.values;
  return id === undefined || byId.operator() !== 'In' || byId.values.size > 1
    ? undefined
    : { key: ZONE_ID_KEY, zone: id };
}
