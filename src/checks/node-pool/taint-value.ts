import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { taintValueProblem } from '../../kubernetes/taint.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const taintValue = poolRule(['PW3523'], function* ({ pool }) {
  for (const { key, value } of [...pool.taints, ...pool.startupTaints]) {
    // An empty value is found while the definition is read, together with its fix.
    if (value === undefined || value.value === '') continue;
    const problem = taintValueProblem(value.value);
    if (problem === undefined) continue;
    yield diagnostic(
      'PW3523',
      value.origin.span,
      `value ${quoted(value.value)} of taint ${quoted(key.value)} ${problem}`,
      {
        related: usedHere(value.origin, pool),
        help: 'A taint value has at most 63 letters, digits, `-`, `_` and `.`.',
      },
    );
  }
});
