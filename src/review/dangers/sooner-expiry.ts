import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { parseDuration } from '../../kubernetes/duration.ts';
import { changedPool } from './danger-rule.ts';

/** Karpenter 1.14: nodes are deleted at their age, whatever budgets say, and wait for their pods as the grace period lets them. */
export const soonerExpiry = changedPool(['PW9615'], function* ({ change, before, after, head }) {
  const [old, now] = [before.expireAfter, after.expireAfter];
  if (change === 'renamed' || old === undefined || now === undefined) return;
  const [from, to] = [ageOf(old), ageOf(now)];
  if (to === undefined || (from !== undefined && to >= from)) return;
  const grace = after.terminationGracePeriod;
  const ends =
    grace === undefined
      ? 'Without `termination_grace_period` a node waits for them as long as it takes.'
      : `After \`${grace}\` a node goes all the same.`;
  yield diagnostic(
    'PW9615',
    after.span('template', 'spec', 'expireAfter'),
    `nodes of pool \`${head.pool.name}\` expire after \`${now}\` instead of \`${old}\`, disruption budgets or not`,
    {
      help: `Nodes that start together are drained together; PodDisruptionBudgets of the workloads are what slows it down. ${ends}`,
    },
  );
});

/** Undefined: never. */
function ageOf(text: string): bigint | undefined {
  return text === 'Never' ? undefined : parseDuration(text);
}
