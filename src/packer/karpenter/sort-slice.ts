/**
 * Go's `sort.Slice` over `a[0, n)`, ascending by the key of each element: the pattern-defeating quicksort of Go 1.19 and
 * later. It is not stable, and Karpenter's decisions depend on where it leaves equal elements, so every swap is the same
 * here (Go 1.26, sort/zsortfunc.go).
 */
export function sortSlice(a: Int32Array, n: number, keys: Float64Array): void {
  new Sorter(a, keys).quick(0, n, bitLength(n));
}

const MAX_INSERTION = 12;
const NINTHER_FROM = 50;
const MAX_SWAPS = 12;
const MAX_PARTIAL_STEPS = 5;

type Hint = 'unknown' | 'increasing' | 'decreasing';

function bitLength(n: number): number {
  return 32 - Math.clz32(n);
}

class Sorter {
  readonly #a: Int32Array;
  readonly #keys: Float64Array;
  /** What the last `#choosePivot` found. */
  #hint: Hint = 'unknown';
  #swaps = 0;
  /** Whether the last `#partition` had nothing to do. */
  #partitioned = false;

  constructor(a: Int32Array, keys: Float64Array) {
    this.#a = a;
    this.#keys = keys;
  }

  quick(from: number, to: number, depth: number): void {
    let a = from;
    let b = to;
    let limit = depth;
    let balanced = true;
    let partitioned = true;
    while (true) {
      const length = b - a;
      if (length <= MAX_INSERTION) return this.#insertion(a, b);
      if (limit === 0) return this.#heap(a, b);
      if (!balanced) {
        this.#breakPatterns(a, b);
        limit--;
      }
      let pivot = this.#choosePivot(a, b);
      if (this.#hint === 'decreasing') {
        this.#reverse(a, b);
        pivot = b - 1 - (pivot - a);
        this.#hint = 'increasing';
      }
      if (balanced && partitioned && this.#hint === 'increasing' && this.#partialInsertion(a, b)) return;
      if (a > 0 && !this.#before(a - 1, pivot)) {
        a = this.#partitionEqual(a, b, pivot);
        continue;
      }
      const middle = this.#partition(a, b, pivot);
      partitioned = this.#partitioned;
      const left = middle - a;
      const right = b - middle;
      const threshold = Math.floor(length / 8);
      if (left < right) {
        balanced = left >= threshold;
        this.quick(a, middle, limit);
        a = middle + 1;
      } else {
        balanced = right >= threshold;
        this.quick(middle + 1, b, limit);
        b = middle;
      }
    }
  }

  #at(i: number): number {
    return this.#a[i] as number;
  }

  #before(i: number, j: number): boolean {
    return (this.#keys[this.#at(i)] as number) < (this.#keys[this.#at(j)] as number);
  }

  #swap(i: number, j: number): void {
    const kept = this.#at(i);
    this.#a[i] = this.#at(j);
    this.#a[j] = kept;
  }

  #insertion(a: number, b: number): void {
    for (let i = a + 1; i < b; i++) {
      for (let j = i; j > a && this.#before(j, j - 1); j--) this.#swap(j, j - 1);
    }
  }

  #siftDown(low: number, high: number, first: number): void {
    let root = low;
    while (true) {
      let child = 2 * root + 1;
      if (child >= high) return;
      if (child + 1 < high && this.#before(first + child, first + child + 1)) child++;
      if (!this.#before(first + root, first + child)) return;
      this.#swap(first + root, first + child);
      root = child;
    }
  }

  #heap(a: number, b: number): void {
    const high = b - a;
    for (let i = Math.floor((high - 1) / 2); i >= 0; i--) this.#siftDown(i, high, a);
    for (let i = high - 1; i >= 0; i--) {
      this.#swap(a, a + i);
      this.#siftDown(0, i, a);
    }
  }

  #choosePivot(a: number, b: number): number {
    const length = b - a;
    this.#swaps = 0;
    const quarter = Math.floor(length / 4);
    let i = a + quarter;
    let j = a + quarter * 2;
    let k = a + quarter * 3;
    if (length >= 8) {
      if (length >= NINTHER_FROM) {
        i = this.#median(i - 1, i, i + 1);
        j = this.#median(j - 1, j, j + 1);
        k = this.#median(k - 1, k, k + 1);
      }
      j = this.#median(i, j, k);
    }
    this.#hint = this.#swaps === 0 ? 'increasing' : this.#swaps === MAX_SWAPS ? 'decreasing' : 'unknown';
    return j;
  }

  #median(first: number, second: number, third: number): number {
    let p = first;
    let q = second;
    let r = third;
    if (this.#before(q, p)) {
      [p, q] = [q, p];
      this.#swaps++;
    }
    if (this.#before(r, q)) {
      [q, r] = [r, q];
      this.#swaps++;
    }
    if (this.#before(q, p)) {
      [p, q] = [q, p];
      this.#swaps++;
    }
    return q;
  }

  #reverse(a: number, b: number): void {
    for (let i = a, j = b - 1; i < j; i++, j--) this.#swap(i, j);
  }

  /** Tries to finish a range that is nearly sorted; false if that would take too many steps. */
  #partialInsertion(a: number, b: number): boolean {
    let i = a + 1;
    for (let step = 0; step < MAX_PARTIAL_STEPS; step++) {
      while (i < b && !this.#before(i, i - 1)) i++;
      if (i === b) return true;
      if (b - a < NINTHER_FROM) return false;
      this.#swap(i, i - 1);
      if (i - a >= 2) {
        for (let j = i - 1; j >= 1 && this.#before(j, j - 1); j--) this.#swap(j, j - 1);
      }
      if (b - i >= 2) {
        for (let j = i + 1; j < b && this.#before(j, j - 1); j++) this.#swap(j, j - 1);
      }
    }
    return false;
  }

  #partition(a: number, b: number, pivot: number): number {
    this.#swap(a, pivot);
    let i = a + 1;
    let j = b - 1;
    while (i <= j && this.#before(i, a)) i++;
    while (i <= j && !this.#before(j, a)) j--;
    this.#partitioned = i > j;
    if (i > j) {
      this.#swap(j, a);
      return j;
    }
    this.#swap(i++, j--);
    while (true) {
      while (i <= j && this.#before(i, a)) i++;
      while (i <= j && !this.#before(j, a)) j--;
      if (i > j) break;
      this.#swap(i++, j--);
    }
    this.#swap(j, a);
    return j;
  }

  #partitionEqual(a: number, b: number, pivot: number): number {
    this.#swap(a, pivot);
    let i = a + 1;
    let j = b - 1;
    while (true) {
      while (i <= j && !this.#before(a, i)) i++;
      while (i <= j && this.#before(a, j)) j--;
      if (i > j) break;
      this.#swap(i++, j--);
    }
    return i;
  }

  /** Scatters three elements so that an adversarial pattern does not repeat; a 64-bit xorshift seeded with the length. */
  #breakPatterns(a: number, b: number): void {
    const length = b - a;
    if (length < 8) return;
    let random = BigInt(length);
    const mask = 2 ** bitLength(length) - 1;
    const start = a + Math.floor(length / 4) * 2 - 1;
    for (let i = 0; i < 3; i++) {
      random = BigInt.asUintN(64, random ^ (random << 13n));
      random ^= random >> 7n;
      random = BigInt.asUintN(64, random ^ (random << 17n));
      let other = Number(random & BigInt(mask));
      if (other >= length) other -= length;
      this.#swap(start + i, a + other);
    }
  }
}
