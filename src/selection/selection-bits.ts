import type { PoolSelection } from '../model/selection.ts';
import { addBit, type Bitset, emptyBits } from './bitset.ts';
import type { TypeIndex } from './type-index.ts';

/** A selection as bits over the types of an index. */
export interface SelectionBits {
  readonly index: TypeIndex;
  readonly bits: Bitset;
}

const bitsOfSelection = new WeakMap<PoolSelection, SelectionBits>();

export function rememberBits(selection: PoolSelection, bits: SelectionBits): void {
  bitsOfSelection.set(selection, bits);
}

/** The selections as bits over one universe, so that they can be compared. Types are the same if their names are. */
export function alignedBits(selections: readonly PoolSelection[]): readonly Bitset[] {
  const remembered = selections.map((selection) => bitsOfSelection.get(selection));
  const index = remembered[0]?.index;
  const shared = remembered.flatMap((own) => (own !== undefined && own.index === index ? [own.bits] : []));
  // Pools of one provider, zone list and image family share an index: the usual case costs nothing.
  return shared.length === selections.length ? shared : bitsByName(selections);
}

function bitsByName(selections: readonly PoolSelection[]): readonly Bitset[] {
  const positions = new Map<string, number>();
  const members = selections.map(({ types }) =>
    types.map(({ name }) => {
      const position = positions.get(name) ?? positions.size;
      positions.set(name, position);
      return position;
    }),
  );
  return members.map((own) => {
    const bits = emptyBits(positions.size);
    for (const position of own) addBit(bits, position);
    return bits;
  });
}
