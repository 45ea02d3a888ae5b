import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';
import { changedPool } from './danger-rule.ts';
import { amountText } from './amount-text.ts';
import { needOf } from './need.ts';

export const limitBelowNeed = changedPool(['PW9610'], function* (context) {
  const { before, after, head, rotation } = context;
  for (const [resource, limit] of Object.entries(after.limits)) {
    const now = nanoOf(limit);
    const old = before.limits[resource];
    if (old !== undefined && nanoOf(old) <= now) continue;
    const need = needOf(context, resource);
    // A limit that was too low already is no news.
    if (need === undefined || need.nano <= now || (old !== undefined && nanoOf(old) < need.nano)) continue;
    const who = need.basis === 'nodes' ? 'its nodes have' : 'the nodes that the plan gives it have';
    const rotates =
      rotation.scope === 'none'
        ? ''
        : ' Nor can those that this change replaces: their replacements have to start first.';
    yield diagnostic(
      'PW9610',
      after.span('limits', resource),
      `limit on \`${resource}\` of pool \`${head.pool.name}\` is \`${limit}\` now, and ${who} ${amountText(resource, need.nano)}`,
      {
        help: `Nodes that run stay, but none can be added while they are above the limit.${rotates}`,
      },
    );
  }
});
