import { LAUNCHING, nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { finding } from './finding.ts';

/** Tags that Karpenter writes itself. `Name` is not among them: it may be overridden. */
const RESERVED = new Set([
  'eks:eks-cluster-name',
  'karpenter.sh/nodepool',
  'karpenter.sh/nodeclaim',
  'karpenter.k8s.aws/ec2nodeclass',
]);

const RESERVED_PREFIX = 'kubernetes.io/cluster';

export const reservedTags = nodeClassRule(
  { codes: ['PW3320'], backends: LAUNCHING },
  function* (nodeClass, pool) {
    for (const key of Object.keys(nodeClass.spec.tags ?? {})) {
      const empty = key === '';
      if (!empty && !RESERVED.has(key) && !key.startsWith(RESERVED_PREFIX)) continue;
      yield finding(nodeClass, pool, {
        code: 'PW3320',
        path: ['tags', key],
        blame: 'key',
        message: empty ? 'a tag has no key' : `the tag ${quoted(key)} is Karpenter's own`,
        help: empty ? 'Name the tag.' : 'Take it out: Karpenter puts it onto every machine.',
      });
    }
  },
);
