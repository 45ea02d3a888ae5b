import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { groupMembers } from '../../selection/group-members.ts';
import { counted, folded } from '../words.ts';
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
  if (over.length === 0) return;
  yield diagnostic(
    'PW9655',
    head.pool.clusterApi?.maxSize?.origin.span ??
      [...head.pool.limits.values()][0]?.origin.span ??
      head.pool.keySpan,
    sizesText(over),
    {
      help: 'Machines that run stay, but none that goes is replaced, and a rollout has no room for new ones.',
    },
  );
});

interface Oversized {
  readonly name: string;
  readonly most: number;
  readonly count: number;
}

function sizesText(over: readonly Oversized[]): string {
  const parts = over.map(
    ({ name, most, count }) => `\`${name}\` (${most}, with ${counted(count, 'machine')})`,
  );
  const what = over.length === 1 ? 'largest size' : 'largest sizes';
  return `the ${what} of ${folded(parts)} ${over.length === 1 ? 'is' : 'are'} below the machines there are`;
}
