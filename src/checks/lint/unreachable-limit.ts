import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import { amountOf, amountText, limitFit, type PoolLimit } from '../limits.ts';
import { ADMITTED_TYPES, poolRule, WITH_NODE_POOL } from '../rule.ts';
import { percentText, quoted } from '../words.ts';

/** Limits are round numbers: one that three fifths of can be used is no mistake. */
const REACHABLE = 0.6;
/** A few odd types, such as `c1.xlarge` with less than a GiB for each vCPU, are not what a pool is made of. */
const ODD_SHARE = 0.1;

/**
 * Whatever mix of types a pool launches, the ratio of two resources stays between those of its types. So one limit
 * can be out of reach because another one binds first.
 */
export const unreachableLimit = poolRule(
  { codes: ['PW4032'], backends: WITH_NODE_POOL, needs: [...ADMITTED_TYPES, 'limits'] },
  function* (compiled) {
    const { pool } = compiled;
    for (const { limit, binding, reachable } of unreachableLimits(compiled)) {
      const most = amountText(limit.resource, reachable);
      yield diagnostic(
        'PW4032',
        limit.limit.origin.span,
        `with most of its types, pool \`${pool.name}\` can use only about ${most} of its \`${limit.resource}\` limit of ${quoted(limit.text)} (${percentText(reachable, limit.amount)}): its \`${binding.resource}\` limit of ${quoted(binding.text)} is used up first`,
        {
          related: [
            ...writtenHere(binding.limit.origin, `the limit on ${quoted(binding.resource)}`),
            ...usedHere(limit.limit.origin, pool),
          ],
          help: `At least nine tenths of its instance types have too little ${quoted(limit.resource)} for their ${quoted(binding.resource)}. Raise the limit on ${quoted(binding.resource)}, or lower this one to ${most}.`,
        },
      );
    }
  },
);

interface Unreachable {
  readonly limit: PoolLimit;
  readonly binding: PoolLimit;
  /** How much of `limit`'s resource is in use when `binding` is used up, at best. */
  readonly reachable: number;
}

function unreachableLimits(compiled: CompiledPool): Unreachable[] {
  const { limits, capacities } = limitFit(compiled);
  if (limits.length < 2) return [];
  const measured = limits.map((limit) => ({
    limit,
    amounts: capacities.map((capacity) => amountOf(capacity, limit.resource)),
  }));
  return measured.flatMap((one) => {
    const found = measured.flatMap((binding) => {
      const reachable = binding === one ? undefined : reachableWithin(one, binding);
      return reachable === undefined ? [] : [{ limit: one.limit, binding: binding.limit, reachable }];
    });
    return found.toSorted((a, b) => a.reachable - b.reachable).slice(0, 1);
  });
}

/** A limit and how much of its resource each type has. */
interface MeasuredLimit {
  readonly limit: PoolLimit;
  readonly amounts: readonly number[];
}

/** Undefined if the limit can be used up, or nearly so, within the other one. Odd types apart. */
function reachableWithin(limited: MeasuredLimit, binding: MeasuredLimit): number | undefined {
  const { amounts, limit } = limited;
  // Which part of the limit machines of one type make up when they use up the binding one. Fractions only rank the
  // types; the figure that is shown is computed exactly.
  const reaches = new Float64Array(amounts.length);
  let reaching = 0;
  let having = 0;
  // A hot loop over most types of most pools, where an iterator shows.
  for (let i = 0; i < amounts.length; i++) {
    const amount = amounts[i] ?? 0;
    if (amount === 0) continue;
    having++;
    const reach = amount / limit.amount / ((binding.amounts[i] ?? 0) / binding.limit.amount);
    reaches[i] = reach;
    if (reach >= REACHABLE) reaching++;
    // Most limits are fine, which shows after some types.
    if (reaching > amounts.length * ODD_SHARE) return undefined;
  }
  const odd = Math.floor(having * ODD_SHARE);
  if (having === 0 || reaching > odd) return undefined;
  // Types without the resource come first here, so the last ones all have it.
  const chosen = reaches.toSorted()[amounts.length - 1 - odd] ?? 0;
  const best = reaches.indexOf(chosen);
  const cost = binding.amounts[best] ?? 0;
  if (cost === 0) return undefined;
  return Number((BigInt(binding.limit.amount) * BigInt(amounts[best] ?? 0)) / BigInt(cost));
}
