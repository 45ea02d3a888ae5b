import { type IntegerBound, parseIntegerValue } from '../kubernetes/requirement.ts';
import { addAll, type Bitset, emptyBits, removeAll } from './bitset.ts';

/** The integers among the values of one label key, in order, so that a bound is one look-up instead of many. */
export class IntegerValues {
  /** Ascending. */
  readonly #integers: readonly IntegerBound[];
  /** The types with the integer at the same position or a smaller one. */
  readonly #upTo: readonly Bitset[];

  /** `size`: how many types there are. */
  constructor(values: ReadonlyMap<string, Bitset>, size: number) {
    const integers: { readonly integer: IntegerBound; readonly types: Bitset }[] = [];
    for (const [value, types] of values) {
      const integer = parseIntegerValue(value);
      if (integer !== undefined) integers.push({ integer, types });
    }
    integers.sort((a, b) => (a.integer < b.integer ? -1 : a.integer > b.integer ? 1 : 0));
    let before = emptyBits(size);
    this.#integers = integers.map(({ integer }) => integer);
    this.#upTo = integers.map(({ types }) => {
      const upTo = before.slice();
      addAll(upTo, types);
      before = upTo;
      return upTo;
    });
  }

  /** Fills `target` with the types that have an integer within the inclusive bounds. */
  fillBetween(target: Bitset, gte: IntegerBound | undefined, lte: IntegerBound | undefined): void {
    const upper = lte === undefined ? this.#integers.length : this.#countWhere((integer) => integer <= lte);
    const lower = gte === undefined ? 0 : this.#countWhere((integer) => integer < gte);
    const all = this.#upTo[upper - 1];
    const tooSmall = this.#upTo[lower - 1];
    if (all === undefined) target.fill(0);
    else target.set(all);
    if (tooSmall !== undefined) removeAll(target, tooSmall);
  }

  /** How many integers at the front meet a condition that no later one meets again. */
  #countWhere(holds: (integer: IntegerBound) => boolean): number {
    let low = 0;
    let high = this.#integers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const integer = this.#integers[middle];
      if (integer !== undefined && holds(integer)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
