import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { labelKeyProblem } from '../../kubernetes/label.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

export const annotationKey = poolRule(['PW3525'], function* ({ pool }) {
  for (const [key, { origin }] of pool.annotations) {
    // Kubernetes compares annotation keys in lower case.
    const problem = labelKeyProblem(key.toLowerCase());
    if (problem === undefined) continue;
    yield diagnostic('PW3525', origin.keySpan ?? origin.span, `annotation key ${quoted(key)} ${problem}`, {
      related: usedHere(origin, pool),
      help: 'The pool is accepted, but every node it tries to create is refused. A key is a name of at most 63 letters, digits, `-`, `_` and `.`, with an optional DNS domain and `/` before it.',
    });
  }
});
