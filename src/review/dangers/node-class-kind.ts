import { changedPool } from './danger-rule.ts';
import { refusedNodeClass } from './refused-node-class.ts';

export const nodeClassKind = changedPool(['PW9605'], function* ({ change, before, after, head }) {
  const [old, now] = [before.nodeClassRef, after.nodeClassRef];
  // A new name is a new object.
  if (change === 'renamed' || old === undefined || now === undefined) return;
  if (old.group === now.group && old.kind === now.kind) return;
  yield refusedNodeClass({
    pool: head.pool.name,
    before: old,
    after: now,
    span: after.span('template', 'spec', 'nodeClassRef', 'kind'),
  });
});
