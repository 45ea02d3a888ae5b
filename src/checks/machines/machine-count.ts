import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Rule } from '../rule.ts';

/** The Cluster Autoscaler looks at one MachineDeployment after the other, each time anew. */
export const machineCount: Rule = {
  codes: ['PW9040'],
  *check({ cluster, pools }) {
    const cap = cluster.settings.clusterApi?.maxMachineDeployments;
    const counts = pools.map(({ pool, machines }) => ({ pool, count: machines?.nodeGroups.length ?? 0 }));
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    if (cap === undefined || total <= cap.value) return;
    const largest = counts.toSorted((a, b) => b.count - a.count).slice(0, 3);
    yield diagnostic(
      'PW9040',
      cap.origin.span,
      `the pools become ${total} MachineDeployments, and the cluster may have ${cap.value}`,
      {
        related: largest.map(({ pool, count }) => ({
          span: pool.keySpan,
          message: `pool \`${pool.name}\` becomes ${count}`,
        })),
        help: 'Lower `max_types` or `max_machine_deployments` of some pools, or raise `max_machine_deployments_per_cluster`: a scale-up then takes longer to decide.',
      },
    );
  },
};
