import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { goneSource } from '../../drift/gone-source.ts';
import { counted, quotedList } from '../words.ts';
import { changedPool } from './danger-rule.ts';

export const removedDeployments = changedPool(['PW9651'], function* ({ change, base, head, input }) {
  // What becomes of a pool as a whole is said elsewhere.
  if (change !== 'changed' || base.backend !== head.backend) return;
  if (base.machines === undefined || head.machines === undefined) return;
  const kept = new Set(head.machines.nodeGroups.map(({ id }) => id));
  const groups = base.machines.nodeGroups.filter(({ id }) => !kept.has(id));
  if (groups.length === 0 || input.head === undefined) return;
  const gone = groups.map(({ name }) => name);
  yield diagnostic(
    'PW9651',
    goneSource(groups[0], head, input.head.compiled.cluster, base),
    `${counted(gone.length, 'MachineDeployment')} of pool \`${head.pool.name}\` ${gone.length === 1 ? 'goes' : 'go'}, and ${gone.length === 1 ? 'its' : 'their'} machines at once: ${quotedList(gone)}`,
    {
      help: 'Cluster API deletes the machines of a MachineDeployment that is deleted, all of them together. Scale them down to 0 first, or remove them in a later change.',
    },
  );
});
