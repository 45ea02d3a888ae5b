/** Numbers that look random and depend on nothing but the seed (sfc32, Chris Doty-Humphrey, public domain). */
export class Rng {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    [this.#a, this.#b, this.#c] = [hash(seed, 1), hash(seed, 2), hash(seed, 3)];
    for (let i = 0; i < 12; i++) this.#next();
  }

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor((this.#next() / 2 ** 32) * end);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.#next() / 2 ** 32 < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Items with a probability in proportion to their weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let rest = (this.#next() / 2 ** 32) * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return this.pick(items)[1];
  }

  /** `count` different items, or all of them, in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) {
      chosen.push(...rest.splice(this.below(rest.length), 1));
    }
    return chosen;
  }

  /** Each item with the same probability, in their order. */
  some<T>(items: readonly T[], probability: number): T[] {
    return items.filter(() => this.chance(probability));
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) >>> 0;
    this.#counter = (this.#counter + 1) >>> 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) >>> 0;
    return sum;
  }
}

/** FNV-1a. */
function hash(text: string, salt: number): number {
  let value = (0x811c9dc5 ^ salt) >>> 0;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
