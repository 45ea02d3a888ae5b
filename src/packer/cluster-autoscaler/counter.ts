import type { FailureCode } from './decision.ts';
import type { Refusal } from './static-filters.ts';

/** A topology key and its values as numbers, which nodes carry. */
export interface KeyIndex {
  /** Among the keys of a topology. */
  readonly index: number;
  readonly key: string;
}

/** How many pods of some sort there are, by the value their node has for one label key. */
export class Counter {
  readonly key: KeyIndex;
  /** What a node is refused with because of it. */
  readonly refusal: Refusal;
  /** By number of the value. */
  readonly #byValue: number[] = [];
  total = 0;

  constructor(code: FailureCode, key: KeyIndex) {
    this.key = key;
    this.refusal = { code, detail: key.key };
  }

  at(value: number): number {
    return this.#byValue[value] ?? 0;
  }

  /** `change` may be negative, to take back what was added. A node without a value, -1, does not count. */
  add(value: number, change: number): void {
    if (value < 0) return;
    while (this.#byValue.length <= value) this.#byValue.push(0);
    this.#byValue[value] = (this.#byValue[value] as number) + change;
    this.total += change;
  }
}

/** The values of a key among some nodes. Spread constraints that see the same nodes share one. */
export class Sight {
  readonly key: KeyIndex;
  /** Nodes by number of the value. */
  readonly #nodes: number[];
  /** Values with nodes. */
  size: number;

  constructor(key: KeyIndex, from?: Sight) {
    this.key = key;
    this.#nodes = from === undefined ? [] : [...from.#nodes];
    this.size = from?.size ?? 0;
  }

  add(value: number): void {
    while (this.#nodes.length <= value) this.#nodes.push(0);
    const nodes = this.#nodes[value] as number;
    this.#nodes[value] = nodes + 1;
    if (nodes === 0) this.size++;
  }

  /** A node leaves without its pods: they were taken off before. */
  remove(value: number): void {
    const nodes = (this.#nodes[value] as number) - 1;
    this.#nodes[value] = nodes;
    if (nodes === 0) this.size--;
  }
}

/** The domains of one spread constraint: how many pods each has, and the least that any of them has. */
export class Domains {
  /** Which values have nodes. */
  sight: Sight;
  /** By number of the value; only values with nodes have any. */
  readonly #pods: number[] = [];
  /** Domains by their number of pods, from one up. */
  readonly #having: number[] = [0];
  /** Domains with pods. */
  #occupied = 0;
  /** No domain with pods has fewer. */
  #low = 1;

  constructor(sight: Sight) {
    this.sight = sight;
  }

  /** Domains with nodes. */
  get size(): number {
    return this.sight.size;
  }

  /** Zero where there is no domain at all. */
  get least(): number {
    if (this.sight.size > this.#occupied || this.#occupied === 0) return 0;
    while (this.#having[this.#low] === 0) this.#low++;
    return this.#low;
  }

  pods(value: number): number {
    return this.#pods[value] ?? 0;
  }

  addPods(value: number, change: number): void {
    while (this.#pods.length <= value) this.#pods.push(0);
    const before = this.#pods[value] as number;
    const after = before + change;
    this.#pods[value] = after;
    if (before > 0) this.#having[before] = (this.#having[before] as number) - 1;
    else this.#occupied++;
    while (this.#having.length <= after) this.#having.push(0);
    if (after === 0) this.#occupied--;
    else {
      this.#having[after] = (this.#having[after] as number) + 1;
      if (after < this.#low) this.#low = after;
    }
  }
}
