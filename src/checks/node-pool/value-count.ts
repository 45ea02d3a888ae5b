import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { isBound } from '../constraints.ts';
import { poolRule } from '../rule.ts';

export const valueCount = poolRule(['PW3505'], function* ({ pool }) {
  for (const { operator, values, origin } of pool.requirements) {
    const related = usedHere(origin, pool);
    if (operator.value === 'In' && values.length === 0) {
      yield diagnostic('PW3505', operator.origin.span, 'operator `In` needs at least one value', {
        related,
        help: 'List the allowed values, or use `Exists` if any value will do.',
      });
    }
    if (isBound(operator.value) && values.length !== 1) {
      yield diagnostic(
        'PW3505',
        values[1]?.origin.span ?? operator.origin.span,
        `operator \`${operator.value}\` takes exactly one value, not ${values.length}`,
        { related, help: `Write one integer, such as \`values: ["4"]\`.` },
      );
    }
  }
});
