import { parseQuantity } from '../../kubernetes/quantity.ts';

const MILLI_NANO = 1_000_000n;
const UNIT_NANO = 1_000_000_000n;

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
      const read = parseQuantity(text);
      amount = this.fromNano(column, read.ok ? read.quantity.nano : 0n);
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

  #refine(column: Column, nano: bigint): void {
    while (nano % column.unitNano !== 0n) column.unitNano /= 1000n;
    column.known.clear();
    this.refined = true;
  }

  #at(column: number): Column {
    return this.#columns[column] as Column;
  }
}
