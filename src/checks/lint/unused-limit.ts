import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { InstanceTable } from '../../model/instance-type.ts';
import { poolRule } from '../rule.ts';
import { quoted } from '../words.ts';

const OTHER_NATIVE = /^(hugepages-|attachable-volumes-)/;

/** Devices from a plugin appear on a node after its start, so such a limit may still count late: a warning only. */
export const unusedLimit = poolRule(['PW4033'], function* ({ pool, table }) {
  for (const [resource, { origin }] of pool.limits) {
    if (!resource.includes('/') && !OTHER_NATIVE.test(resource)) continue;
    if (hasResource(table, resource)) continue;
    const meant = didYouMean(resource, extendedResources(table));
    yield diagnostic(
      'PW4033',
      origin.keySpan ?? origin.span,
      `no instance type has the resource ${quoted(resource)}, so its limit does not hold back a launch`,
      {
        related: usedHere(origin, pool),
        help:
          meant === undefined ? 'Limit `cpu`, `memory` or `nodes` instead.' : `Did you mean \`${meant}\`?`,
      },
    );
  }
});

/** Whether any instance type of the catalogue has the extended resource. */
export function hasResource(table: InstanceTable, resource: string): boolean {
  return extendedResources(table).has(resource);
}

const cache = new WeakMap<InstanceTable, ReadonlySet<string>>();

/** Computes all resources of all types, so only asked for where there is something to say, and once for a table. */
function extendedResources(table: InstanceTable): ReadonlySet<string> {
  const known = cache.get(table);
  if (known !== undefined) return known;
  const names = new Set(
    table.types.flatMap((type) => Object.keys(table.resourcesOf(type).capacity.extended)),
  );
  cache.set(table, names);
  return names;
}
