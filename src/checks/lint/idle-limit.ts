import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { amountOf, COMMON_RESOURCES, limitFit } from '../limits.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { hasResource } from './unused-limit.ts';

/** A limit on GPUs for a pool that launches no GPU. Inherited ones are meant for the pools that do. */
export const idleLimit = poolRule(
  { codes: ['PW4036'], needs: [...ADMITTED_TYPES, 'limits'] },
  function* (compiled) {
    const { pool, table } = compiled;
    if (![...pool.limits.keys()].some((resource) => !COMMON_RESOURCES.includes(resource))) return;
    const { limits, capacities } = limitFit(compiled);
    if (capacities.length === 0) return;
    for (const { resource, amount, limit } of limits) {
      // A limit of zero is a finding of its own, and so is one on a resource that no type of the catalogue has.
      if (amount === 0 || !isOwn(limit.origin) || COMMON_RESOURCES.includes(resource)) continue;
      if (capacities.some((capacity) => amountOf(capacity, resource) > 0)) continue;
      if (!hasResource(table, resource)) continue;
      yield diagnostic(
        'PW4036',
        limit.origin.keySpan ?? limit.origin.span,
        `no instance type that pool \`${pool.name}\` can launch has ${quoted(resource)}, so this limit never binds`,
        {
          related: usedHere(limit.origin, pool),
          help: 'Remove the limit, or admit types that have the resource.',
        },
      );
    }
  },
);

function isOwn({ layer }: Origin): boolean {
  return layer === undefined || layer.kind === 'pool';
}
