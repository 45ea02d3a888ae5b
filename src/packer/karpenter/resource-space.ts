import { nanoOf } from '../../kubernetes/quantity.ts';

const MILLI_NANO = 1_000_000n;
const UNIT_NANO = 1_000_000_000n;

/** As many digits as a double surely holds. */
const MAX_PLAIN_DIGITS = 15;
const PLAIN_UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
]);

/** One resource, and the unit in which its amounts are whole numbers. */
interface Column {
  readonly name: string;
  unitNano: bigint;
  /** By quantity text: the same few texts occur thousands of times. */
  readonly known: Map<string, number>;
}

/**
 * Resource amounts as whole numbers in vectors: one column per resource that anybody asks for or limits. CPU counts in
 * thousandths, everything else in units; a resource with finer amounts gets a finer unit, so sums stay exact. (Doubles hold
 * whole numbers up to 2^53: nine petabytes.)
 */
export class ResourceSpace {
  readonly #columns: Column[] = [];
  readonly #index = new Map<string, number>();
  /** An amount turned out to be finer than its column: what was encoded so far must be encoded again. */
  refined = false;

  /** The same columns in the same units, for another problem. */
  copy(): ResourceSpace {
    const copy = new ResourceSpace();
    for (const { name, unitNano, known } of this.#columns) {
      copy.#index.set(name, copy.#columns.length);
      copy.#columns.push({ name, unitNano, known: new Map(known) });
    }
    return copy;
  }

  get size(): number {
    return this.#columns.length;
  }

  column(name: string): number {
    let index = this.#index.get(name);
    if (index === undefined) {
      index = this.#columns.length;
      this.#columns.push({ name, unitNano: name === 'cpu' ? MILLI_NANO : UNIT_NANO, known: new Map() });
      this.#index.set(name, index);
    }
    return index;
  }

  /** Undefined for a resource that nobody asks for. */
  find(name: string): number | undefined {
    return this.#index.get(name);
  }

  name(column: number): string {
    return this.#at(column).name;
  }

  amount(column: number, text: string): number {
    const { known } = this.#at(column);
    let amount = known.get(text);
    if (amount === undefined) {
      amount = this.#plainAmount(column, text) ?? this.fromNano(column, nanoOf(text));
      known.set(text, amount);
    }
    return amount;
  }

  fromNano(column: number, nano: bigint): number {
    const entry = this.#at(column);
    if (nano % entry.unitNano !== 0n) this.#refine(entry, nano);
    return Number(nano / entry.unitNano);
  }

  toNano(column: number, amount: number): bigint {
    return BigInt(amount) * this.#at(column).unitNano;
  }

  /** The everyday notations without big integers: digits, with `m` or a binary or decimal unit. */
  #plainAmount(column: number, text: string): number | undefined {
    const { unitNano } = this.#at(column);
    if (unitNano !== MILLI_NANO && unitNano !== UNIT_NANO) return undefined;
    let at = 0;
    let digits = 0;
    for (; at < text.length && at < MAX_PLAIN_DIGITS; at++) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      digits = digits * 10 + digit;
    }
    if (at === 0) return undefined;
    const suffix = text.slice(at);
    if (suffix === 'm') return unitNano === MILLI_NANO ? digits : undefined;
    const factor = PLAIN_UNITS.get(suffix);
    if (factor === undefined) return undefined;
    const amount = digits * factor * (unitNano === MILLI_NANO ? 1000 : 1);
    return Number.isSafeInteger(amount) ? amount : undefined;
  }

  #refine(column: Column, nano: bigint): void {
    while (nano % column.unitNano !== 0n) column.unitNano /= 1000n;
    column.known.clear();
    this.refined = true;
  }

  #at(column: number): Column {
    return this.#columns[column] as Column;
  }
}
