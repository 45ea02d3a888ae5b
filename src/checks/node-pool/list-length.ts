import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Pool } from '../../model/pool.ts';
import { poolRule, WITH_NODE_POOL } from '../rule.ts';

/** Karpenter 1.14, CRD of NodePool. */
const MAX_REQUIREMENTS = 100;
const MAX_LABELS = 100;
const MAX_BUDGETS = 50;
const KARPENTERS_REQUIREMENTS = 2;

export const listLength = poolRule({ codes: ['PW3512'], backends: WITH_NODE_POOL }, function* ({ pool }) {
  const { requirements, labels, disruption } = pool;
  const budgets = disruption?.budgets?.value ?? [];
  yield* judge(
    pool,
    'requirements',
    MAX_REQUIREMENTS,
    requirements.map(({ origin }) => origin),
  );
  yield* claimLength(pool);
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

/** Each label becomes a requirement of the NodeClaim, and Karpenter adds the pool's and the node class's own. */
function* claimLength({ name, requirements, labels, keySpan }: Pool): Iterable<Diagnostic> {
  if (requirements.length > MAX_REQUIREMENTS || labels.size > MAX_LABELS) return;
  const keys = new Set([...requirements.map(({ key }) => key.value), ...labels.keys()]);
  const total = keys.size + KARPENTERS_REQUIREMENTS;
  if (total <= MAX_REQUIREMENTS) return;
  yield diagnostic(
    'PW3512',
    keySpan,
    `pool \`${name}\` comes to ${total} requirements with its labels, but a NodeClaim takes at most ${MAX_REQUIREMENTS}`,
    {
      help: `Keep labels and requirements to ${MAX_REQUIREMENTS - KARPENTERS_REQUIREMENTS} keys, built-in ones included.`,
    },
  );
}

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
