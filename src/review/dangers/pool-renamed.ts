import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { changedPool } from './danger-rule.ts';
import { nodesText } from './nodes-text.ts';

export const poolRenamed = changedPool(['PW9602'], function* ({ change, base, head, rotation }) {
  if (change !== 'renamed') return;
  const [old, now] = [base.pool, head.pool];
  yield diagnostic(
    'PW9602',
    now.keySpan,
    `pool \`${old.name}\` is called \`${now.name}\` now, which replaces ${nodesText(rotation)}`,
    {
      related: [{ span: old.keySpan, message: 'what it was called' }],
      help: `To Kubernetes one pool is deleted, and its nodes drain at once, disruption budgets or not, and another one starts empty. Add \`${now.name}\` first and remove \`${old.name}\` in a later change, once its nodes have been drained step by step.`,
    },
  );
});
