import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelValueProblem } from '../../kubernetes/label.ts';
import { isBound } from '../constraints.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const requirementValue = poolRule(['PW3509'], function* ({ pool }) {
  for (const { operator, values } of pool.requirements) {
    if (isBound(operator.value)) continue;
    for (const { value, origin } of values) {
      const problem = labelValueProblem(value);
      if (problem === undefined) continue;
      yield diagnostic('PW3509', origin.span, `value ${quoted(value)} ${problem}`, {
        related: usedHere(origin, pool),
        help: 'The API server accepts such a value, but Karpenter then ignores the whole pool. A value has at most 63 letters, digits, `-`, `_` and `.`.',
      });
    }
  }
});
