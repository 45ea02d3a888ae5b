import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { writtenHere } from '../../diagnostics/describe-origin.ts';
import { combined, constraintsOf } from '../constraints.ts';
import { CAPACITY_TYPE_KEY } from '../label-domain.ts';
import { ADMITTED_TYPES, LAUNCHING, poolRule } from '../rule.ts';

/** Karpenter 1.14, pkg/controllers/disruption/consolidation.go: `MinInstanceTypesForSpotToSpotConsolidation`. */
const SPOT_TO_SPOT_TYPES = 15;

export const fewSpotTypes = poolRule(
  { codes: ['PW4004'], backends: LAUNCHING, needs: ADMITTED_TYPES },
  function* ({ pool, selection }, { labels }) {
    const constraints = constraintsOf(pool, labels);
    const count = selection.types.length;
    // None and a single type are findings of their own.
    if (count < 2 || count >= SPOT_TO_SPOT_TYPES) return;
    if (!combined(constraints).get(CAPACITY_TYPE_KEY).has('spot')) return;
    const spot = constraints.find(({ key }) => key === CAPACITY_TYPE_KEY);
    yield diagnostic(
      'PW4004',
      pool.keySpan,
      `spot pool \`${pool.name}\` admits ${count} instance types, fewer than ${SPOT_TO_SPOT_TYPES}`,
      {
        related: spot === undefined ? [] : writtenHere(spot.origin, '`capacity-type`'),
        help: `Karpenter replaces a single spot node by a cheaper one only if at least ${SPOT_TO_SPOT_TYPES} types are cheaper, and fewer types mean more interruptions. Admit more families, sizes or generations.`,
      },
    );
  },
);
