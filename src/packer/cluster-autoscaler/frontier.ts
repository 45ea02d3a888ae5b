import { leastOf, roomIn } from './filters.ts';
import type { PodClass } from './pod-class.ts';
import type { SimNode } from './sim-node.ts';
import type { SpreadState } from './topology.ts';
import type { World } from './world.ts';

/**
 * How far a search for a node has come: all nodes before it are known to refuse pods of one sort, so a search from the first
 * node on may start here. While pods are only added, a refused node stays refused, with two exceptions. A spread constraint
 * opens nodes again when its emptiest domain gets another pod. And a pod that others want to be near may open nodes to them:
 * then their frontier must be `reset`. Pods of the sort itself never do, since a node that takes one has such a pod near, or
 * there was none at all and every node took them.
 */
export class Frontier {
  readonly #world: World;
  #pod: PodClass | undefined;
  #spread: readonly SpreadState[] = [];
  #start = 0;
  #from = 0;
  /** By constraint: how full the emptiest domain was when nodes refused, the least of all times. */
  readonly #least: number[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Forgets what it knows, and is from now on about pods of a class and nodes from `start` on. */
  aim(pod: PodClass, start: number): this {
    this.#pod = pod;
    this.#spread = this.#world.topologyOf(pod).spread;
    this.#start = start;
    this.#least.length = this.#spread.length;
    this.reset();
    return this;
  }

  /** Learns what another one about the same pods and nodes knows. */
  follow(other: Frontier): void {
    this.#from = other.#from;
    for (let i = 0; i < this.#least.length; i++) this.#least[i] = other.#least[i] as number;
  }

  /** Index of the first node that may have a place. */
  from(): number {
    const { nodes } = this.#world;
    if (this.#risen()) this.reset();
    const vector = this.#world.vector(this.#pod as PodClass);
    let from = this.#from;
    while (from < nodes.length && roomIn(nodes[from] as SimNode, vector, 1) === 0) from++;
    this.#from = from;
    return from;
  }

  /** All nodes before this one refused just now, after `from` was asked. */
  advance(to: number): void {
    if (to <= this.#from) return;
    this.#from = to;
    for (let i = 0; i < this.#least.length; i++) this.#least[i] = leastOf(this.#spread[i] as SpreadState);
  }

  reset(): void {
    this.#from = this.#start;
    this.#least.fill(Number.POSITIVE_INFINITY);
  }

  #risen(): boolean {
    for (let i = 0; i < this.#least.length; i++) {
      if (leastOf(this.#spread[i] as SpreadState) > (this.#least[i] as number)) return true;
    }
    return false;
  }
}
