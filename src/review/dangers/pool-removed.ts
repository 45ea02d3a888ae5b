import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PoolDanger } from './danger-rule.ts';
import { nodesText } from './nodes-text.ts';

export const poolRemoved: PoolDanger = {
  codes: ['PW9601'],
  sees: 'changed pools',
  *check({ change, base, rotation, input }) {
    // Of a cluster that is gone once is enough.
    if (change !== 'removed' || base === undefined || input.head === undefined) return;
    const { pool, backend } = base;
    const what =
      backend === 'cluster-autoscaler'
        ? 'its MachineDeployments are deleted, and their machines with them'
        : 'deleting a NodePool deletes its NodeClaims';
    yield diagnostic(
      'PW9601',
      pool.keySpan,
      `pool \`${pool.name}\` goes, and ${nodesText(rotation)} with it`,
      {
        help: `As soon as it is applied, ${what}: nodes drain at once, disruption budgets or not. Make sure that another pool takes its pods.`,
      },
    );
  },
};
