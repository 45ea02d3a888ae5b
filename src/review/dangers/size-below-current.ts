import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { groupMembers } from '../../selection/group-members.ts';
import { quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';

export const sizeBelowCurrent = changedPool(['PW9655'], function* ({ base, head, input }) {
  const nodes = input.live?.nodes ?? input.base?.workloads?.nodes ?? [];
  if (nodes.length === 0 || base.machines === undefined || head.machines === undefined) return;
  const { byGroup } = groupMembers(nodes, base.machines.nodeGroups);
  const sizes = new Map(base.machines.nodeGroups.map((group) => [group.name, group.maxSize]));
  const over = head.machines.nodeGroups.flatMap(({ name, maxSize: most }) => {
    const [was, count] = [sizes.get(name) ?? 0, byGroup.get(name)?.length ?? 0];
    return most < was && most < count ? [{ name, most, count }] : [];
  });
  const [first] = over;
  if (first === undefined) return;
  yield diagnostic(
    'PW9655',
    head.pool.clusterApi?.maxSize?.origin.span ??
      [...head.pool.limits.values()][0]?.origin.span ??
      head.pool.keySpan,
    `the largest size of ${quotedList(over.map(({ name }) => name))} is below the machines there are: ${first.most}, and there are ${first.count}`,
    {
      help: 'Machines that run stay, but none that goes is replaced, and a rollout has no room for new ones.',
    },
  );
});
