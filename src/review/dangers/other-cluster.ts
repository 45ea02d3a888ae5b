import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ClusterDanger } from './danger-rule.ts';

/** Cluster API: `spec.clusterName` is immutable, and an object of another namespace is another object. */
export const otherCluster: ClusterDanger = {
  codes: ['PW9658'],
  *check({ input: { base, head } }) {
    const [old, now] = [base, head].map((side) => side?.compiled.cluster.settings.clusterApi);
    const hasMachines = [base, head].every((side) =>
      side?.compiled.pools.some(({ machines }) => machines !== undefined),
    );
    if (old === undefined || now === undefined || !hasMachines) return;
    const parts = [
      ['Cluster', old.clusterName, now.clusterName],
      ['namespace', old.namespace, now.namespace],
    ] as const;
    for (const [what, was, is] of parts) {
      if (was.value === is.value) continue;
      yield diagnostic(
        'PW9658',
        is.origin.span,
        `machines belong to the ${what} \`${is.value}\` instead of \`${was.value}\` from now on`,
        {
          help: 'Every MachineDeployment becomes another object: new ones start empty, and once the old ones are deleted their machines go at once.',
        },
      );
    }
  },
};
