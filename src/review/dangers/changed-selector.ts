import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { canonical } from '../../drift/differences.ts';
import { changedPool } from './danger-rule.ts';
import { machinePairs, specFieldOf } from './machine-pairs.ts';

export const changedSelector = changedPool(['PW9654'], function* ({ base, head }) {
  for (const { name, before, after, span } of machinePairs(base, head, /^MachineDeployment$/)) {
    const [old, now] = [specFieldOf(before, 'selector'), specFieldOf(after, 'selector')];
    if (canonical(old) === canonical(now)) continue;
    yield diagnostic(
      'PW9654',
      span('spec', 'selector'),
      `MachineDeployment \`${name}\` of pool \`${head.pool.name}\` selects other machines than before`,
      {
        help: 'Machines that it made do not belong to it any more: nobody counts, replaces or deletes them. Give it another name instead.',
      },
    );
  }
});
