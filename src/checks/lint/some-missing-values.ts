import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { admitsNothing } from '../node-pool/missing-value.ts';
import { poolRule } from '../rule.ts';
import { missingText, suggestValue } from '../suggest-value.ts';
import { foreignValues } from '../value-domain.ts';

/** Values that do not exist beside others that do, and excluded values that do not exist. */
export const someMissingValues = poolRule(['PW4002'], function* (compiled, context) {
  for (const found of foreignValues(compiled, context)) {
    if (admitsNothing(found)) continue;
    const { constraint, unknown } = found;
    const consequence = constraint.operator === 'NotIn' ? 'excludes nothing' : 'adds nothing';
    for (const value of unknown) {
      const { help, fix } = suggestValue(constraint, value, compiled, context);
      yield diagnostic(
        'PW4002',
        value.origin.span,
        `${missingText(constraint.key, value.value, compiled)}, so it ${consequence}`,
        { related: usedHere(value.origin, compiled.pool), help, fix },
      );
    }
  }
});
