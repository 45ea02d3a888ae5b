import { type Bitset, hasBit } from '../../selection/bitset.ts';
import { RESERVED } from './core-labels.ts';
import type { RequirementState } from './requirement-space.ts';
import type { TypeTable } from './type-table.ts';

/** Capacity reservations that offerings of some types name and the requirements allow. */
export function offeredReservations(
  table: TypeTable,
  types: Bitset,
  state: RequirementState,
): ReadonlySet<string> {
  const { kinds } = table.admitted(state);
  const ids = new Set<string>();
  for (let type = 0; type < table.size; type++) {
    if (!hasBit(types, type)) continue;
    const end = table.offerStart[type + 1] as number;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      const at = table.offerKind[offer] as number;
      const kind = table.kinds[at];
      if (kinds[at] === 1 && kind?.capacityType === RESERVED) ids.add(kind.reservationId ?? '');
    }
  }
  return ids;
}
