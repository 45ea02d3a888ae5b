import { sortSlice } from './sort-slice.ts';

const SMALL = 50;

/**
 * The claims opened so far, in the order in which a pod tries them: fewest pods first, and among equals where Go's
 * `sort.Slice`, applied to the same array before every scan, leaves them. Between two sorts at most one claim has moved
 * out of place, so the sort is replayed in a few steps whenever its outcome is certain.
 */
export class InFlightOrder {
  /** Claim ids by position; the first `size` are in use. */
  order = new Int32Array(64);
  size = 0;
  #pods = new Float64Array(64);
  /** Position of the claim that has changed since the last sort, or -1. */
  #changed = -1;

  /** Appends a new claim; ids count up from zero. */
  open(): void {
    if (this.size === this.order.length) {
      const order = new Int32Array(this.size * 2);
      order.set(this.order);
      this.order = order;
      const pods = new Float64Array(this.size * 2);
      pods.set(this.#pods);
      this.#pods = pods;
    }
    this.order[this.size] = this.size;
    this.#pods[this.size] = 1;
    this.#changed = this.size;
    this.size++;
  }

  /** The claim at a position has received one more pod. */
  added(position: number): void {
    const claim = this.order[position] as number;
    this.#pods[claim] = (this.#pods[claim] as number) + 1;
    this.#changed = position;
  }

  /** Sorts, and returns the first position at which anything moved, or `size`. */
  sort(): number {
    const changed = this.#changed;
    this.#changed = -1;
    if (changed < 0 || this.size < 2) return this.size;
    if (this.size >= SMALL && this.#looksIncreasing()) return this.#move(changed);
    sortSlice(this.order, this.size, this.#pods);
    return 0;
  }

  #count(position: number): number {
    return this.#pods[this.order[position] as number] as number;
  }

  /** Whether the nine samples from which Go chooses its pivot are in order, so that it tries to insert what is out of place. */
  #looksIncreasing(): boolean {
    const quarter = Math.floor(this.size / 4);
    const i = quarter;
    const j = quarter * 2;
    const k = quarter * 3;
    for (const middle of [i, j, k]) {
      if (this.#count(middle) < this.#count(middle - 1)) return false;
      if (this.#count(middle + 1) < this.#count(middle)) return false;
    }
    return this.#count(j) >= this.#count(i) && this.#count(k) >= this.#count(j);
  }

  /**
   * What the insertion amounts to: one claim that grew moves behind all with as many pods as it had; one that is new moves
   * behind all with one pod.
   */
  #move(position: number): number {
    const { order } = this;
    const claim = order[position] as number;
    const pods = this.#pods[claim] as number;
    if (position > 0 && this.#count(position - 1) > pods) {
      const target = this.#firstAbove(pods, 0, position);
      order.copyWithin(target + 1, target, position);
      order[target] = claim;
      return target;
    }
    const end = this.#firstAbove(pods - 1, position + 1, this.size);
    if (end === position + 1) return this.size;
    order.copyWithin(position, position + 1, end);
    order[end - 1] = claim;
    return position;
  }

  /** First position in [from, to) whose claim has more pods, by bisection. */
  #firstAbove(pods: number, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#count(middle) > pods) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
