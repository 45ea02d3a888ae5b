import type { Node } from '../kubernetes/api/node.ts';
import { ceilMilli, ceilUnits, parseQuantity } from '../kubernetes/quantity.ts';
import type { LimitUse } from '../model/plan.ts';
import type { Launch } from './launch.ts';
import type { PoolView } from './pool-view.ts';

/** How much of each limit of a pool its nodes take, those that are there (`own`) and those that are planned. */
export function limitUse(
  view: PoolView,
  launches: readonly Launch[],
  own: readonly Node[],
): readonly LimitUse[] {
  return view.limits.map(({ resource, text, amount, origin, of }) => {
    const used = own.reduce((sum, node) => sum + capacityOf(node, resource), 0);
    let planned = 0;
    let plannedAtMost = 0;
    for (const { candidates } of launches) {
      const amounts = candidates.map(({ type }) => of(view.table.resourcesOf(type).capacity));
      planned += amounts[0] ?? 0;
      plannedAtMost += Math.max(0, ...amounts);
    }
    return {
      resource,
      limit: text,
      limitAmount: amount,
      used,
      planned,
      plannedAtMost,
      overshoots: launches.length > 0 && used + plannedAtMost > amount,
      origin,
    };
  });
}

function capacityOf({ status }: Node, resource: string): number {
  if (resource === 'nodes') return 1;
  const parsed = parseQuantity(status?.capacity?.[resource] ?? '');
  if (!parsed.ok) return 0;
  return Number(resource === 'cpu' ? ceilMilli(parsed.quantity) : ceilUnits(parsed.quantity));
}

/** The limit of which least is left, as a part of it. */
export function scarcestLimit(uses: readonly LimitUse[]): string | undefined {
  let best: { readonly resource: string; readonly left: number } | undefined;
  for (const { resource, limitAmount, used, plannedAtMost } of uses) {
    if (resource === 'nodes') continue;
    const left = limitAmount === 0 ? 0 : (limitAmount - used - plannedAtMost) / limitAmount;
    if (best === undefined || left < best.left) best = { resource, left };
  }
  return best?.resource;
}
