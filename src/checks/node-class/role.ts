import { rewriteFix } from '../rewrite.ts';
import { nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { fieldOrigin, finding } from './finding.ts';

/** What IAM takes as the name of a role. */
const ROLE_NAME = /^[A-Za-z0-9_+=,.@-]{1,64}$/;

/**
 * Exactly one of role and instance profile, and a role by its name. Karpenter cuts a path off when it attaches the role
 * but compares with the whole text later, so that it makes instance profiles again and again (Karpenter 1.14,
 * `pkg/controllers/nodeclass/instanceprofile.go`).
 */
export const role = nodeClassRule(['PW3201', 'PW3203', 'PW3204'], function* (nodeClass, pool) {
  const { role: name, instanceProfile } = nodeClass.spec;
  const origin = fieldOrigin(nodeClass, ['role']);
  if (name !== undefined && instanceProfile !== undefined) {
    yield finding(nodeClass, pool, {
      code: 'PW3201',
      path: ['instanceProfile'],
      blame: 'key',
      message: '`role` and `instance_profile` exclude each other',
      related: [{ span: origin.keySpan ?? origin.span, message: 'the role is written here' }],
      help: 'Keep one of them. Where the other one is inherited, `null` takes it back.',
    });
  }
  if (name === undefined) return;
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (last !== name && ROLE_NAME.test(last)) {
    yield finding(nodeClass, pool, {
      code: 'PW3204',
      path: ['role'],
      message: `${quoted(name)} is more than the name of a role`,
      help: `Write \`${last}\`. With a path, Karpenter never finds the role it has attached.`,
      fix: rewriteFix(origin, last),
    });
  } else if (!ROLE_NAME.test(name)) {
    yield finding(nodeClass, pool, {
      code: 'PW3203',
      path: ['role'],
      message: `${quoted(name)} cannot be the name of a role`,
      help: 'IAM takes 1 to 64 letters, digits and `_+=,.@-`. Write the name of an existing role in `node_class.role`.',
    });
  }
});
