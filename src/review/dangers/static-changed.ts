import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { changedPool } from './danger-rule.ts';

/** Karpenter 1.14, rules of the CRD: `replicas` can be neither added nor removed. */
export const staticChanged = changedPool(['PW9606'], function* ({ change, before, after, head, base }) {
  if (change === 'renamed' || base.nodePool === undefined || head.nodePool === undefined) return;
  if ((before.replicas === undefined) === (after.replicas === undefined)) return;
  const becomes = after.replicas === undefined ? 'is static no more' : 'becomes static';
  const decides = after.replicas === undefined ? head.pool.keySpan : after.span('replicas');
  yield diagnostic(
    'PW9606',
    decides,
    `pool \`${head.pool.name}\` ${becomes}, and the API server refuses that`,
    {
      help: '`replicas` can be neither added to nor removed from a NodePool that exists. Give the pool another name, or delete the NodePool first; either replaces its nodes.',
    },
  );
});
