import { amiAliasOf } from '../../kubernetes/api/ami-alias.ts';
import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

export const amiFamily = nodeClassRule(
  { codes: ['PW3108', 'PW3114'], needs: ['node_class.amiFamily', 'node_class.amiSelectorTerms'] },
  function* (nodeClass, pool) {
    const { spec } = nodeClass;
    const alias = amiAliasOf(spec);
    if (alias === undefined && spec.amiFamily === undefined) {
      yield finding(nodeClass, pool, {
        code: 'PW3114',
        path: ['amiSelectorTerms'],
        blame: 'key',
        message: 'Karpenter cannot tell the family of an image that no alias names',
        help: 'Write `ami_family`, such as `ami_family: AL2023`, which decides how the nodes start.',
      });
    }
    if (alias === undefined || spec.amiFamily === undefined) return;
    if (spec.amiFamily === alias.family || spec.amiFamily === 'Custom') return;
    yield finding(nodeClass, pool, {
      code: 'PW3108',
      path: ['amiFamily'],
      message: `\`ami_family: ${spec.amiFamily}\` contradicts the alias, whose family is \`${alias.family}\``,
      help: `Leave \`ami_family\` out. Beside this alias only \`${alias.family}\` and \`Custom\` are allowed.`,
    });
  },
);
