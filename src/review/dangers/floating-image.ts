import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { amiAliasOf } from '../../kubernetes/api/ami-alias.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import { changedPool } from './danger-rule.ts';

export const floatingImage = changedPool(['PW9616'], function* ({ base, head }) {
  const { nodeClass, pool } = head;
  if (nodeClass === undefined || head.backend !== 'karpenter' || base.backend !== 'karpenter') return;
  if (!follows(head) || follows(base)) return;
  const { origins } = nodeClass;
  yield diagnostic(
    'PW9616',
    origins.has('') ? originAt(origins, '/spec/amiSelectorTerms/0/alias').span : pool.keySpan,
    `nodes of pool \`${pool.name}\` follow every release of their image from now on`,
    {
      help: 'Each release replaces them, without a change that anybody reviews. Pin a release to decide when that happens.',
    },
  );
});

function follows({ nodeClass }: CompiledPool): boolean {
  return nodeClass !== undefined && amiAliasOf(nodeClass.spec)?.version === 'latest';
}
