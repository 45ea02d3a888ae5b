import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ClusterDanger } from './danger-rule.ts';

export const karpenterVersion: ClusterDanger = {
  codes: ['PW9607'],
  *check({ input: { base, head } }) {
    const [old, now] = [base, head].map((side) => side?.compiled.cluster.settings.karpenterVersion);
    if (old === undefined || now === undefined || old.value === now.value) return;
    if (head?.compiled.pools.every(({ backend }) => backend !== 'karpenter') === true) return;
    yield diagnostic(
      'PW9607',
      now.origin.span,
      `objects are written for Karpenter ${now.value} instead of ${old.value}`,
      {
        help: 'This upgrades no controller: do that first. Where versions hash in another way, Karpenter writes new hashes to its nodes and replaces none because of them.',
      },
    );
  },
};
