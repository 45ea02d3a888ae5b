import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelKeyProblem } from '../../kubernetes/label.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const labelKey = poolRule(['PW3520'], function* ({ pool }) {
  for (const [key, { origin }] of pool.labels) {
    const problem = labelKeyProblem(key);
    if (problem === undefined) continue;
    yield diagnostic('PW3520', origin.keySpan ?? origin.span, `label key ${quoted(key)} ${problem}`, {
      related: usedHere(origin, pool),
      help: 'The API server accepts such a key, but Karpenter then ignores the whole pool. A key is a name of at most 63 letters, digits, `-`, `_` and `.`, with an optional DNS domain and `/` before it.',
    });
  }
});
