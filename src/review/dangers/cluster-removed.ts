import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { counted } from '../words.ts';
import type { ClusterDanger } from './danger-rule.ts';

export const clusterRemoved: ClusterDanger = {
  codes: ['PW9603'],
  *check({ input: { base, head } }) {
    if (base === undefined || head !== undefined) return;
    const { cluster } = base.compiled;
    yield diagnostic(
      'PW9603',
      cluster.nameSpan,
      `cluster \`${cluster.name}\` is defined no more: its ${counted(cluster.pools.length, 'pool')} would go, and their nodes with them`,
      {
        help: 'Whoever applies the output deletes its objects, and nodes drain at once, disruption budgets or not. A cluster that got another name or file name is one that goes and one that comes: keep `poolwright: {cluster: …}`.',
      },
    );
  },
};
