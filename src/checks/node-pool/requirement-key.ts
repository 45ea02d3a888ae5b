import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelKeyProblem } from '../../kubernetes/label.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

/** Karpenter 1.14, CRD of NodePool: `maxLength` of a requirement's key. A longest domain and name would be 317. */
const MAX_KEY = 316;

export const requirementKey = poolRule(['PW3501'], function* ({ pool }) {
  for (const { key } of pool.requirements) {
    const problem =
      labelKeyProblem(key.value) ??
      (key.value.length > MAX_KEY ? `is longer than ${MAX_KEY} characters` : undefined);
    if (problem === undefined) continue;
    yield diagnostic('PW3501', key.origin.span, `requirement key ${quoted(key.value)} ${problem}`, {
      related: usedHere(key.origin, pool),
      help: 'A key is a name of at most 63 letters, digits, `-`, `_` and `.`, with an optional DNS domain and `/` before it.',
    });
  }
});
