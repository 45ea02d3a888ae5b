import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelValueProblem } from '../../kubernetes/label.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const labelValue = poolRule(['PW3521'], function* ({ pool }) {
  for (const [key, { value, origin }] of pool.labels) {
    const problem = labelValueProblem(value);
    if (problem === undefined) continue;
    yield diagnostic('PW3521', origin.span, `value ${quoted(value)} of label ${quoted(key)} ${problem}`, {
      related: usedHere(origin, pool),
      help: 'A label value has at most 63 letters, digits, `-`, `_` and `.`. Free text belongs into `annotations`.',
    });
  }
});
