import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Pool } from '../../model/pool.ts';
import { type AmbiguousPool, ambiguousPools } from '../../selection/overlap.ts';
import { ADMITTED_TYPES, type Rule, WITH_NODE_POOL } from '../rule.ts';
import { counted, listed, nameOf } from '../words.ts';

const MAX_RELATED = 5;

/**
 * Karpenter tries pools by weight, and those of equal weight by name in descending order (pkg/utils/nodepool,
 * `OrderByWeight`, 1.14). One finding per pool that wins such ties, not per loser: giving it a weight settles all.
 */
export const overlappingPools: Rule = {
  codes: ['PW4006'],
  backends: WITH_NODE_POOL,
  needs: [...ADMITTED_TYPES, 'taints', 'dedicated', 'dedicated_key', 'weight', 'replicas'],
  *check({ pools, labels }) {
    const losersOf = new Map<Pool, AmbiguousPool[]>();
    for (const ambiguous of ambiguousPools(pools, labels)) {
      const losers = losersOf.get(ambiguous.preferred);
      if (losers === undefined) losersOf.set(ambiguous.preferred, [ambiguous]);
      else losers.push(ambiguous);
    }
    for (const [winner, losers] of losersOf) yield finding(winner, losers);
  },
};

function finding(winner: Pool, losers: readonly AmbiguousPool[]): Diagnostic {
  const names = losers.map(({ pool }) => pool.name).sort();
  const [only, ...others] = losers;
  const extent =
    only === undefined || others.length > 0
      ? `pools ${listed(names)}`
      : `pool ${listed(names)} in ${counted(only.sharedTypes, 'instance type')}`;
  return diagnostic(
    'PW4006',
    winner.keySpan,
    `pool \`${winner.name}\` overlaps ${extent} and wins only by its name: pods that fit both go to \`${winner.name}\`${exception(losers)}`,
    {
      related: losers.slice(0, MAX_RELATED).map(({ pool }) => ({
        span: pool.keySpan,
        message: 'same weight and taints',
      })),
      help: 'Among equal weights Karpenter tries the alphabetically last name first. Give the preferred pool a higher `weight`, or keep the pools apart with taints.',
    },
  );
}

/** Pods that select on a key on which the pools differ do choose. */
function exception(losers: readonly AmbiguousPool[]): string {
  if (losers.some(({ distinguishingKeys }) => distinguishingKeys.length === 0)) return '';
  const keys = [...new Set(losers.flatMap(({ distinguishingKeys }) => distinguishingKeys))].sort();
  return `, unless they select on ${listed(keys.map(nameOf))}`;
}
