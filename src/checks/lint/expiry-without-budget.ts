import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { Pool } from '../../model/pool.ts';
import { writtenBudgets } from '../budgets.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { acceptedDuration } from '../duration-text.ts';
import { WITH_NODE_POOL, type Rule } from '../rule.ts';
import { isHasty } from './hasty-expiry.ts';

/** Said once for each place where an expiry is written, however many pools inherit it. */
export const expiryWithoutBudget: Rule = {
  codes: ['PW4013'],
  backends: WITH_NODE_POOL,
  needs: ['expire_after', 'disruption'],
  *check({ pools }) {
    for (const { expiry, users } of expiriesByPlace(pools)) {
      const [first] = users;
      const whose = users.length === 1 ? `pool \`${first.name}\`` : `${users.length} pools`;
      yield diagnostic(
        'PW4013',
        expiry.origin.span,
        `nodes of ${whose} expire after \`${expiry.value}\`, however many at once`,
        {
          related: usedHere(expiry.origin, first),
          help: 'Expiry ignores disruption budgets, the built-in 10 % too: nodes that started together are drained together. PodDisruptionBudgets in the workloads are what slows it down.',
        },
      );
    }
  },
};

interface SharedExpiry {
  readonly expiry: Located<string>;
  readonly users: [Pool, ...Pool[]];
}

function expiriesByPlace(pools: readonly CompiledPool[]): SharedExpiry[] {
  const places = new Map<Source, Map<number, SharedExpiry>>();
  for (const { pool } of pools) {
    const expiry = pool.expireAfter;
    if (expiry === undefined || !isUnrestrained(pool, expiry)) continue;
    const { source, start } = expiry.origin.span;
    const known = places.get(source) ?? new Map<number, SharedExpiry>();
    places.set(source, known);
    const shared = known.get(start);
    if (shared === undefined) known.set(start, { expiry, users: [pool] });
    else shared.users.push(pool);
  }
  return [...places.values()].flatMap((known) => [...known.values()]);
}

/** A malformed duration and one of minutes are findings of their own. */
function isUnrestrained(pool: Pool, { value, origin }: Located<string>): boolean {
  if (isBuiltIn(origin) || acceptedDuration(value) === undefined) return false;
  return writtenBudgets(pool) === undefined && !isHasty(value);
}
