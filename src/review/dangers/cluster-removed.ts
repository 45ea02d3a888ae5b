import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ClusterDanger } from './danger-rule.ts';

export const clusterRemoved: ClusterDanger = {
  codes: ['PW9603'],
  *check({ input: { base, head } }) {
    if (base === undefined || head !== undefined) return;
    const { cluster } = base.compiled;
    const count = cluster.pools.length;
    const [what, whose, whom] =
      count === 1 ? ['its pool', 'the', 'it'] : [`its ${count} pools`, 'their', 'them'];
    yield diagnostic(
      'PW9603',
      cluster.nameSpan,
      `cluster \`${cluster.name}\` is defined no more: ${what} would go, and ${whose} nodes with ${whom}`,
      {
        help: 'Whoever applies the output deletes its objects, and nodes drain at once, disruption budgets or not. A cluster that got another name or file name is one that goes and one that comes: keep `poolwright: {cluster: …}`.',
      },
    );
  },
};
