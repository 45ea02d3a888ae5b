import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import type { Resources } from '../../kubernetes/resources.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import { amountOf, amountText, limitFit, type PoolLimit } from '../limits.ts';
import { poolRule } from '../rule.ts';
import { percentText, quoted } from '../words.ts';

/** A limit that can be used up to four fifths is as good as any. */
const REACHABLE = 0.8;
/** A few odd types, such as `c1.xlarge` with less than a GiB for each vCPU, are not what a pool is made of. */
const ODD_SHARE = 0.1;

/**
 * Whatever mix of types a pool launches, the ratio of two resources stays between those of its types. So one limit
 * can be out of reach because another one binds first.
 */
export const unreachableLimit = poolRule(['PW4032'], function* (compiled) {
  const { pool } = compiled;
  for (const { limit, binding, reachable } of unreachableLimits(compiled)) {
    const most = amountText(limit.resource, reachable);
    yield diagnostic(
      'PW4032',
      limit.limit.origin.span,
      `pool \`${pool.name}\` can use only about ${most} of its \`${limit.resource}\` limit of ${quoted(limit.text)} (${percentText(reachable, limit.amount)}): its \`${binding.resource}\` limit of ${quoted(binding.text)} is used up first`,
      {
        related: [
          ...writtenHere(binding.limit.origin, `the limit on ${quoted(binding.resource)}`),
          ...usedHere(limit.limit.origin, pool),
        ],
        help: `At least nine tenths of its instance types have too little ${quoted(limit.resource)} for their ${quoted(binding.resource)}. Raise the limit on ${quoted(binding.resource)}, or lower this one to ${most}.`,
      },
    );
  }
});

interface Unreachable {
  readonly limit: PoolLimit;
  readonly binding: PoolLimit;
  /** How much of `limit`'s resource is in use when `binding` is used up, at best. */
  readonly reachable: number;
}

function unreachableLimits(compiled: CompiledPool): Unreachable[] {
  const { limits, capacities } = limitFit(compiled);
  return limits.flatMap((limit) => {
    const found = limits.flatMap((binding) => {
      const reachable = binding === limit ? undefined : reachableWithin(capacities, limit, binding);
      return reachable === undefined ? [] : [{ limit, binding, reachable }];
    });
    return found.toSorted((a, b) => a.reachable - b.reachable).slice(0, 1);
  });
}

/** Undefined if the limit can be used up, or nearly so, within the other one. Odd types apart. */
function reachableWithin(
  capacities: readonly Resources[],
  limit: PoolLimit,
  binding: PoolLimit,
): number | undefined {
  // Which part of the limit machines of one type make up when they use up the binding one. Fractions only rank the
  // types; the figure that is shown is computed exactly.
  const reach = (capacity: Resources) =>
    amountOf(capacity, limit.resource) /
    limit.amount /
    (amountOf(capacity, binding.resource) / binding.amount);
  let reaching = 0;
  for (const capacity of capacities) {
    if (reach(capacity) >= REACHABLE) reaching++;
    // Most limits are fine, which shows after a few types.
    if (reaching > capacities.length * ODD_SHARE) return undefined;
  }
  const having = capacities.filter((capacity) => amountOf(capacity, limit.resource) > 0);
  const odd = Math.floor(having.length * ODD_SHARE);
  if (reaching > odd) return undefined;
  const reaches = having.map(reach);
  const ascending = Float64Array.from(reaches).sort();
  const best = having[reaches.indexOf(ascending[having.length - 1 - odd] ?? 0)];
  const cost = best === undefined ? 0 : amountOf(best, binding.resource);
  if (best === undefined || cost === 0) return undefined;
  return Number((BigInt(binding.amount) * BigInt(amountOf(best, limit.resource))) / BigInt(cost));
}
