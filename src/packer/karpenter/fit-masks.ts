import { hasBit, type Bitset, addBit, emptyBits } from '../../selection/bitset.ts';

/** Amounts of one resource by type, and for each amount that occurs the set of types that have at least that much. */
interface ColumnMasks {
  /** Ascending, each once. */
  readonly amounts: Float64Array;
  /** By position in `amounts`. */
  readonly atLeast: readonly Bitset[];
  /** Types by descending amount. */
  readonly descending: Int32Array;
}

/**
 * Answers "which types have room for this much" with one bit set per resource instead of a comparison per type. For tables
 * with one row per type.
 */
export class FitMasks {
  readonly #amounts: Float64Array;
  readonly #size: number;
  readonly #columns: (ColumnMasks | undefined)[] = [];
  readonly #none: Bitset;

  /** `amounts` is `[column * size + type]`. */
  constructor(amounts: Float64Array, size: number) {
    this.#amounts = amounts;
    this.#size = size;
    this.#none = emptyBits(size);
  }

  /** Types with at least `need` of a resource. */
  atLeast(column: number, need: number): Bitset {
    const { amounts, atLeast } = this.#masks(column);
    return atLeast[firstAtLeast(amounts, need)] ?? this.#none;
  }

  /** Types with more than `limit` of a resource. */
  above(column: number, limit: number): Bitset {
    const { amounts, atLeast } = this.#masks(column);
    let at = amounts.length;
    while (at > 0 && (amounts[at - 1] as number) > limit) at--;
    return atLeast[at] ?? this.#none;
  }

  /** The most that any type of a set has of a resource. */
  most(column: number, types: Bitset): number {
    const { descending } = this.#masks(column);
    for (const type of descending) {
      if (hasBit(types, type)) {
        return this.#amounts[column * this.#size + type] as number;
      }
    }
    return Number.NEGATIVE_INFINITY;
  }

  #masks(column: number): ColumnMasks {
    return (this.#columns[column] ??= this.#build(column));
  }

  #build(column: number): ColumnMasks {
    const own = this.#amounts.subarray(column * this.#size, (column + 1) * this.#size);
    const sorted = own.slice().sort();
    const amounts = sorted.filter((amount, at) => at === 0 || amount !== sorted[at - 1]);
    const descending = typesByAmount(own, amounts);
    const atLeast: Bitset[] = [];
    const mask = emptyBits(this.#size);
    let at = 0;
    for (let rank = amounts.length - 1; rank >= 0; rank--) {
      for (; own[descending[at] as number] === amounts[rank]; at++) addBit(mask, descending[at] as number);
      atLeast.push(mask.slice());
    }
    return { amounts, atLeast: atLeast.reverse(), descending };
  }
}

/** Types by descending amount, in two passes: how many have each amount, then where each goes. */
function typesByAmount(own: Float64Array, amounts: Float64Array): Int32Array {
  const ranks = Int32Array.from(own, (amount) => firstAtLeast(amounts, amount));
  const next = new Int32Array(amounts.length + 1);
  for (const rank of ranks) next[rank] = (next[rank] as number) + 1;
  for (let rank = amounts.length - 1; rank >= 0; rank--) {
    next[rank] = (next[rank] as number) + (next[rank + 1] as number);
  }
  const descending = new Int32Array(own.length);
  ranks.forEach((rank, type) => {
    const at = next[rank + 1] as number;
    descending[at] = type;
    next[rank + 1] = at + 1;
  });
  return descending;
}

/** Position of the first of the ascending amounts that is not below `need`. */
function firstAtLeast(amounts: Float64Array, need: number): number {
  let low = 0;
  let high = amounts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((amounts[middle] as number) < need) low = middle + 1;
    else high = middle;
  }
  return low;
}
