import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Pool } from '../../model/pool.ts';
import { poolRule } from '../rule.ts';

/** Karpenter 1.14, CRD of NodePool. */
const MAX_REQUIREMENTS = 100;
const MAX_LABELS = 100;
const MAX_BUDGETS = 50;

export const listLength = poolRule(['PW3512'], function* ({ pool }) {
  const { requirements, labels, disruption } = pool;
  const budgets = disruption?.budgets?.value ?? [];
  yield* judge(
    pool,
    'requirements',
    MAX_REQUIREMENTS,
    requirements.map(({ origin }) => origin),
  );
  yield* judge(
    pool,
    'labels',
    MAX_LABELS,
    [...labels.values()].map(({ origin }) => origin),
  );
  yield* judge(
    pool,
    'disruption budgets',
    MAX_BUDGETS,
    budgets.map(({ origin }) => origin),
  );
});

function* judge(pool: Pool, noun: string, max: number, origins: readonly Origin[]): Iterable<Diagnostic> {
  const first = origins[max];
  if (first === undefined) return;
  yield diagnostic(
    'PW3512',
    first.keySpan ?? first.span,
    `pool \`${pool.name}\` has ${origins.length} ${noun}, but at most ${max} are allowed`,
    { help: noun === 'requirements' ? 'Built-in requirements count too.' : undefined },
  );
}
