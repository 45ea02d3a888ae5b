import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { poolRule } from '../rule.ts';
import { rewriteFix } from '../rewrite.ts';
import { quoted } from '../words.ts';

/** Karpenter 1.14, CRD of NodePool. */
const NODES = /^((100|[0-9]{1,2})%|[0-9]+)$/;

export const budgetNodes = poolRule(['PW3540'], function* ({ pool }) {
  for (const { nodes } of pool.disruption?.budgets?.value ?? []) {
    if (nodes === undefined || NODES.test(nodes.value)) continue;
    const compact = nodes.value.replace(/\s+/g, '');
    const meant = NODES.test(compact) ? compact : undefined;
    yield diagnostic(
      'PW3540',
      nodes.origin.span,
      `budget ${quoted(nodes.value)} is neither a number of nodes nor a percentage up to 100`,
      {
        related: usedHere(nodes.origin, pool),
        help: 'Write a count such as `"5"`, or a whole percentage such as `"10%"`.',
        fix: meant === undefined ? undefined : rewriteFix(nodes.origin, meant),
      },
    );
  }
});
