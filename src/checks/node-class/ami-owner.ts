import { nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { finding } from './finding.ts';

export const amiOwner = nodeClassRule(
  { codes: ['PW3116'], needs: ['node_class.amiSelectorTerms'] },
  function* (nodeClass, pool) {
    for (const [i, term] of nodeClass.spec.amiSelectorTerms.entries()) {
      if (term.name === undefined || term.owner !== undefined) continue;
      yield finding(nodeClass, pool, {
        code: 'PW3116',
        path: ['amiSelectorTerms', i, 'name'],
        message: `the image ${quoted(term.name)} is searched among your own images and those of Amazon only`,
        help: 'Write `owner: self` to keep others out, or the account id that shares the image.',
      });
    }
  },
);
