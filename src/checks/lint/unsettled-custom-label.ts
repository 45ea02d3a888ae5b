import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { byKey, combined, type Constraint, constraintsOf } from '../constraints.ts';
import { isCustomKey } from '../custom-key.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';
import { quoted } from '../words.ts';

/** Karpenter 1.14, pkg/scheduling/requirement.go, `Any`: a member at random, or a random integer. */
export const unsettledCustomLabel = poolRule(
  {
    codes: ['PW4007'],
    backends: WITH_NODE_POOL,
    needs: ['requirements', 'labels', 'dedicated', 'dedicated_key'],
  },
  function* ({ pool }, { labels }) {
    const constraints = constraintsOf(pool, labels);
    const requirements = combined(constraints);
    for (const [key, group] of byKey(constraints)) {
      const blamed = group.find(({ kind }) => kind === 'requirement');
      const effective = requirements.get(key);
      const operator = effective.operator();
      if (blamed === undefined || !isCustomKey(key, labels) || operator === 'DoesNotExist') continue;
      if (operator === 'In' && effective.values.size === 1) continue;
      yield diagnostic('PW4007', blamed.origin.span, messageOf(blamed, operator), {
        related: usedHere(blamed.origin, pool),
        help: `Only pods that select ${quoted(key)} decide the value. Give the pool one value, or set it under \`labels\`.`,
      });
    }
  },
);

function messageOf({ key, operator }: Constraint, effective: string): string {
  const cause = `\`${operator}\` on the custom label ${quoted(key)}`;
  return effective === 'In'
    ? `${cause} leaves several values, and nodes get one of them at random`
    : `${cause} names no value, and nodes get a random number`;
}
