import { usedHere } from '../../diagnostics/describe-origin.ts';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { nodeClassRule, poolRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { finding } from './finding.ts';

/** The CRD's own pattern is not anchored, so that `x-sg-1!` passes the API server and fails at launch. */
const SECURITY_GROUP_ID = /^sg-[0-9a-z]+$/;

const MAX_TERMS = 30;

export const extraSecurityGroupIds = poolRule(['PW3208'], function* ({ pool }) {
  for (const { value, origin } of pool.nodeClass.extraSecurityGroupIds) {
    if (SECURITY_GROUP_ID.test(value)) continue;
    yield diagnostic('PW3208', origin.span, `${quoted(value)} is not the id of a security group`, {
      related: usedHere(origin, pool),
      help: 'Ids look like `sg-0123456789abcdef0`. Choose a group by name with `security_group_selector_terms`.',
    });
  }
});

export const securityGroupCount = nodeClassRule(['PW3209'], function* (nodeClass, pool) {
  const { length } = nodeClass.spec.securityGroupSelectorTerms;
  if (length <= MAX_TERMS) return;
  yield finding(nodeClass, pool, {
    code: 'PW3209',
    path: ['securityGroupSelectorTerms', MAX_TERMS],
    message: `a node class takes at most ${MAX_TERMS} security group terms, and these are ${length}`,
    help: 'Tag the groups alike and select them by one term. Beside the discovery term there is room for 29 extra ids.',
  });
});
