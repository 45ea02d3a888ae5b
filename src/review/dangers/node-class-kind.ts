import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { changedPool } from './danger-rule.ts';

/** Karpenter 1.14, rules of the CRD: group and kind of `nodeClassRef` may not change. */
export const nodeClassKind = changedPool(['PW9605'], function* ({ change, before, after, head }) {
  const [old, now] = [before.nodeClassRef, after.nodeClassRef];
  // A new name is a new object.
  if (change === 'renamed' || old === undefined || now === undefined) return;
  if (old.group === now.group && old.kind === now.kind) return;
  yield diagnostic(
    'PW9605',
    after.span('template', 'spec', 'nodeClassRef', 'kind'),
    `NodePool \`${head.pool.name}\` refers to ${now.group}/${now.kind} instead of ${old.group}/${old.kind}, and the API server refuses that`,
    {
      help: 'Group and kind cannot be changed. Give the pool another name, or delete the NodePool first; either replaces its nodes.',
    },
  );
});
