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
    if (table.types.some((type) => Object.hasOwn(table.resourcesOf(type).capacity.extended, resource)))
      continue;
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

/** Computes all resources of all types, so only asked for where there is something to say. */
function extendedResources(table: InstanceTable): ReadonlySet<string> {
  return new Set(table.types.flatMap((type) => Object.keys(table.resourcesOf(type).capacity.extended)));
}
