import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Pool } from '../../model/pool.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';
import { rewriteFix } from '../rewrite.ts';
import { quoted } from '../words.ts';

/** Karpenter 1.14, CRD of NodePool. */
const NODES = /^((100|[0-9]{1,2})%|[0-9]+)$/;

/** Karpenter reads the count into 32 bits: a larger one wraps around, or cannot be read, and nothing is disrupted. */
const MAX_NODES = 2n ** 31n - 1n;

export const budgetNodes = poolRule({ codes: ['PW3540'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  for (const { nodes } of pool.disruption?.budgets?.value ?? []) {
    if (nodes === undefined) continue;
    if (NODES.test(nodes.value)) {
      if (!nodes.value.endsWith('%') && BigInt(nodes.value) > MAX_NODES) yield tooMany(nodes, pool);
      continue;
    }
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

function tooMany(nodes: Located<string>, pool: Pool): Diagnostic {
  return diagnostic(
    'PW3540',
    nodes.origin.span,
    `budget ${quoted(nodes.value)} is more than Karpenter can count`,
    {
      related: usedHere(nodes.origin, pool),
      help: `The largest count is ${MAX_NODES}. Write \`"100%"\` for no bound.`,
    },
  );
}
