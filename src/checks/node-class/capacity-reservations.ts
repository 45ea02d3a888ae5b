import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { combined, constraintsOf } from '../constraints.ts';
import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

/** Reservations and the capacity type `reserved` are of no use without each other. */
export const capacityReservations = nodeClassRule(
  {
    codes: ['PW3220', 'PW3221'],
    needs: ['requirements', 'labels', 'node_class.capacityReservationSelectorTerms'],
  },
  function* (nodeClass, pool, { labels }) {
    const constraints = constraintsOf(pool.pool, labels);
    const capacity = combined(constraints).get(CAPACITY_TYPE);
    const written = constraints.find(({ key }) => key === CAPACITY_TYPE);
    const reserved = capacity.has('reserved');
    const terms = nodeClass.spec.capacityReservationSelectorTerms ?? [];
    if (terms.length > 0 && !reserved) {
      yield finding(nodeClass, pool, {
        code: 'PW3220',
        path: ['capacityReservationSelectorTerms'],
        blame: 'key',
        message: `pool \`${pool.pool.name}\` selects capacity reservations but does not admit reserved capacity`,
        ...(written === undefined
          ? {}
          : { related: [{ span: written.origin.span, message: 'the capacity types it admits' }] }),
        help: `Require \`${CAPACITY_TYPE} In [reserved, on-demand]\`. Reservations are used first then.`,
      });
    }
    if (terms.length === 0 && reserved && !capacity.has('on-demand') && !capacity.has('spot')) {
      yield diagnostic(
        'PW3221',
        written?.origin.span ?? pool.pool.keySpan,
        `pool \`${pool.pool.name}\` admits only reserved capacity, and its node class selects no reservation`,
        { help: 'List the reservations in `node_class.capacity_reservation_selector_terms`.' },
      );
    }
  },
);
