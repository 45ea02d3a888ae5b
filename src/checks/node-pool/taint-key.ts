import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelKeyProblem } from '../../kubernetes/label.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const taintKey = poolRule(['PW3522'], function* ({ pool }) {
  for (const { key } of [...pool.taints, ...pool.startupTaints]) {
    const problem = labelKeyProblem(key.value);
    if (problem === undefined) continue;
    yield diagnostic('PW3522', key.origin.span, `taint key ${quoted(key.value)} ${problem}`, {
      related: usedHere(key.origin, pool),
      help: 'A key is a name of at most 63 letters, digits, `-`, `_` and `.`, with an optional DNS domain and `/` before it.',
    });
  }
});
