import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { counted, quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';

export const removedDeployments = changedPool(['PW9651'], function* ({ change, base, head }) {
  // What becomes of a pool as a whole is said elsewhere.
  if (change !== 'changed' || base.backend !== head.backend) return;
  if (base.machines === undefined || head.machines === undefined) return;
  const kept = new Set(head.machines.nodeGroups.map(({ name }) => name));
  const gone = base.machines.nodeGroups.map(({ name }) => name).filter((name) => !kept.has(name));
  if (gone.length === 0) return;
  yield diagnostic(
    'PW9651',
    head.pool.keySpan,
    `${counted(gone.length, 'MachineDeployment')} of pool \`${head.pool.name}\` ${gone.length === 1 ? 'goes' : 'go'}, and ${gone.length === 1 ? 'its' : 'their'} machines at once: ${quotedList(gone)}`,
    {
      help: 'Cluster API deletes the machines of a MachineDeployment that is deleted, all of them together. Scale them down to 0 first, or remove them in a later change.',
    },
  );
});
