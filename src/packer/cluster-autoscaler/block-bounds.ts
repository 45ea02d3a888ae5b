import type { SimNode } from './sim-node.ts';
import type { Vector } from './world.ts';

const BLOCK = 16;

/**
 * The most that any of 16 nodes in a row has left, per column, so that a search can pass them at once. While pods are only added,
 * what was found once stays an upper bound; it is found anew whenever a search went through the nodes in vain.
 */
export class BlockBounds {
  readonly #nodes: readonly SimNode[];
  readonly #start: number;
  readonly #bounds: (Float64Array | undefined)[] = [];

  /** For the nodes from `start` on. */
  constructor(nodes: readonly SimNode[], start: number) {
    this.#nodes = nodes;
    this.#start = start;
  }

  /** Index of the first node from one on whose block may have room. */
  skip(from: number, { amounts, asked }: Vector): number {
    let at = from;
    for (; (at - this.#start) % BLOCK === 0; at += BLOCK) {
      const bound = this.#bounds[(at - this.#start) / BLOCK];
      if (bound === undefined) return at;
      if (asked.every((column) => (bound[column] as number) >= (amounts[column] as number))) return at;
    }
    return at;
  }

  /** The node was the last one looked at, and all since `since` had no room. */
  passed(index: number, since: number): void {
    const first = index - BLOCK + 1;
    if ((first - this.#start) % BLOCK !== 0 || since > first) return;
    const bound = (this.#nodes[index] as SimNode).free.slice();
    for (let i = first; i < index; i++) {
      const { free } = this.#nodes[i] as SimNode;
      for (let column = 0; column < bound.length; column++) {
        if ((free[column] as number) > (bound[column] as number)) bound[column] = free[column] as number;
      }
    }
    this.#bounds[(first - this.#start) / BLOCK] = bound;
  }
}
