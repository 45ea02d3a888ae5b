import { type Bitset, addBit, emptyBits } from '../../selection/bitset.ts';

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
    let low = 0;
    let high = amounts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((amounts[middle] as number) < need) low = middle + 1;
      else high = middle;
    }
    return atLeast[low] ?? this.#none;
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
      if (((types[type >>> 5] as number) & (1 << (type & 31))) !== 0) {
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
    const descending = Int32Array.from(own.keys()).sort((a, b) => (own[b] as number) - (own[a] as number));
    const amounts: number[] = [];
    const atLeast: Bitset[] = [];
    let mask = emptyBits(this.#size);
    descending.forEach((type, at) => {
      addBit(mask, type);
      const amount = own[type] as number;
      const next = descending[at + 1];
      if (next !== undefined && own[next] === amount) return;
      amounts.push(amount);
      atLeast.push(mask);
      mask = mask.slice();
    });
    return { amounts: Float64Array.from(amounts.reverse()), atLeast: atLeast.reverse(), descending };
  }
}
