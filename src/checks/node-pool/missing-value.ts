import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { poolRule } from '../rule.ts';
import { missingText, suggestValue } from '../suggest-value.ts';
import { foreignValues, type ForeignValues } from '../value-domain.ts';

/** An `In` of which no value exists: the pool can never launch a node. Retired values have a finding of their own. */
export const missingValue = poolRule(['PW3510'], function* (compiled, context) {
  const { pool } = compiled;
  for (const found of foreignValues(compiled, context)) {
    if (!admitsNothing(found)) continue;
    const { constraint, unknown } = found;
    for (const value of unknown) {
      const { help, fix } = suggestValue(constraint, value, compiled, context);
      yield diagnostic('PW3510', value.origin.span, missingText(constraint.key, value.value, compiled), {
        related: usedHere(value.origin, pool),
        help,
        fix,
      });
    }
  }
});

/** Whether unknown values alone make the pool match nothing. */
export function admitsNothing({ constraint, unknown, existing }: ForeignValues): boolean {
  return (
    constraint.operator === 'In' && existing === 0 && unknown.length > 0 && !isBuiltIn(constraint.origin)
  );
}
