import { type Bitset, hasBit } from '../../selection/bitset.ts';
import type { CheapestOffering } from '../karpenter/decision.ts';
import type { RequirementState } from '../karpenter/requirement-space.ts';
import type { TypeTable } from '../karpenter/type-table.ts';

/** Of some types the cheapest offering within requirements; without a price last, ties to the first in the catalogue. */
export function cheapestOf(
  table: TypeTable,
  types: Bitset,
  state: RequirementState,
): CheapestOffering | undefined {
  const { kinds } = table.admitted(state);
  let best: { readonly offering: CheapestOffering; readonly price: number } | undefined;
  for (let type = 0; type < table.size; type++) {
    if (!hasBit(types, type)) continue;
    const end = table.offerStart[type + 1] as number;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      const kind = table.kinds[table.offerKind[offer] as number];
      if (kind === undefined || kinds[table.offerKind[offer] as number] !== 1) continue;
      const price = table.offerPrice[offer] as number;
      if (best !== undefined && price >= best.price) continue;
      const instanceType = table.types[type]?.name ?? '';
      const { zone, capacityType } = kind;
      best = {
        offering: { instanceType, zone, capacityType, price: Number.isFinite(price) ? price : undefined },
        price,
      };
    }
  }
  return best?.offering;
}
