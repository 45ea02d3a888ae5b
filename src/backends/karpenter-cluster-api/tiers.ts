import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PoolClusterApi } from '../../model/cluster-api.ts';
import type { Pool } from '../../model/pool.ts';
import { haveTiers, MAX_WEIGHT } from './node-pool-weights.ts';

/** Name of the NodePool of one price tier, from 1. Without tiers it is the pool's. */
export function tierName(pool: Pool, tier: number): string {
  return pool.clusterApi?.priceTiers.value === 1 ? pool.name : `${pool.name}-tier-${tier}`;
}

/** What price tiers cannot keep: each is a NodePool with limits of its own, and there are only so many weights. */
export function tierProblems(
  pool: Pool,
  { priceTiers }: PoolClusterApi,
  {
    pools,
    weights,
    used,
  }: {
    readonly pools: readonly Pool[];
    readonly weights: readonly number[];
    /** How many tiers have machines. */
    readonly used: number;
  },
): Diagnostic[] {
  const names = new Set(weights.map((_, i) => tierName(pool, i + 1)));
  const taken = pools.filter((other) => other !== pool && other.name !== pool.name && names.has(other.name));
  return [
    ...(used > 1 && pool.limits.size > 0
      ? [
          diagnostic(
            'PW9103',
            priceTiers.origin.span,
            `pool \`${pool.name}\` becomes ${used} NodePools, and each may use the limits in full`,
            { help: 'Lower the limits, or write `price_tiers: 1`.' },
          ),
        ]
      : []),
    ...(haveTiers(pools) && Math.max(0, ...weights) > MAX_WEIGHT
      ? [
          diagnostic(
            'PW9104',
            priceTiers.origin.span,
            `the price tiers of all pools need weights above ${MAX_WEIGHT}, the most that a NodePool may have`,
            { help: 'Lower `price_tiers`, or use fewer different weights.' },
          ),
        ]
      : []),
    ...taken.map((other) =>
      diagnostic(
        'PW9105',
        other.keySpan,
        `pool \`${other.name}\` has the name of a price tier of pool \`${pool.name}\``,
        {
          related: [{ span: pool.keySpan, message: 'the pool with price tiers' }],
          help: 'Rename one of them.',
        },
      ),
    ),
  ];
}
