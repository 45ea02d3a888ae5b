import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { byKey, combined, constraintsOf } from '../constraints.ts';
import { LAUNCHING, poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

/**
 * Karpenter compares a node's labels strictly with its pool's requirements. A well-known label that the provider does
 * not write onto nodes gets there only if the requirement leaves one value; otherwise each node drifts at once.
 */
export const neverSettles = poolRule(
  { codes: ['PW4008'], backends: LAUNCHING, needs: ['requirements', 'labels'] },
  function* ({ pool }, { labels }) {
    const constraints = constraintsOf(pool, labels);
    const requirements = combined(constraints);
    for (const [key, group] of byKey(constraints)) {
      if (labels.specs.get(key)?.stamped !== false) continue;
      const blamed = group.find(({ kind }) => kind === 'requirement');
      const effective = requirements.get(key);
      if (blamed === undefined || effective.isNegative()) continue;
      if (effective.operator() === 'In' && effective.values.size === 1) continue;
      yield diagnostic(
        'PW4008',
        blamed.origin.span,
        `the provider does not put ${quoted(key)} onto nodes, so this requirement makes every new node drift`,
        {
          related: usedHere(blamed.origin, pool),
          help: 'Karpenter replaces the nodes of the pool again and again. Allow exactly one value: it is then written onto the nodes.',
        },
      );
    }
  },
);
