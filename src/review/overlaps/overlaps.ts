import type { CompiledPool } from '../../model/compilation.ts';
import type { SideCluster } from '../../model/review-input.ts';
import { ambiguousPools, overlappingTypes } from '../../selection/overlap.ts';

/** Sorted. */
export type PoolPair = readonly [string, string];

/** Two pools of which only the name says where pods go that fit both. */
export interface Overlap {
  /** Gets them. */
  readonly preferred: string;
  readonly sharedTypes: number;
  /** Pods that select on one of them do choose; sorted. */
  readonly keys: readonly string[];
}

/** Which pools of one state compete. */
export class Overlaps {
  readonly #side: SideCluster | undefined;
  readonly #pools: ReadonlyMap<string, CompiledPool>;
  readonly #nameOf: (pool: string) => string;

  /** `nameOf` says how pools are called here. */
  constructor(side: SideCluster | undefined, nameOf: (pool: string) => string) {
    this.#side = side;
    this.#nameOf = nameOf;
    const { failed = true, pools = [] } = side?.compiled ?? {};
    // The Cluster Autoscaler has no such order of pools.
    const asked = failed ? [] : pools.filter(({ backend }) => backend !== 'cluster-autoscaler');
    this.#pools = new Map(asked.map((pool) => [nameOf(pool.pool.name), pool]));
  }

  pool(name: string): CompiledPool | undefined {
    return this.#pools.get(name);
  }

  /** Pools that lose to another one, each with the one that it loses to: not all pairs there are. */
  pairs(): readonly PoolPair[] {
    return this.#ambiguous([...this.#pools.values()]).map(({ pool, preferred }) =>
      pairOf(this.#nameOf(pool.name), this.#nameOf(preferred.name)),
    );
  }

  /** Whether two pools compete, whatever others there are. */
  of([a, b]: PoolPair): Overlap | undefined {
    const two = [this.#pools.get(a), this.#pools.get(b)].filter((pool) => pool !== undefined);
    const [found] = this.#ambiguous(two);
    if (found === undefined) return undefined;
    const { preferred, sharedTypes, distinguishingKeys } = found;
    return { preferred: this.#nameOf(preferred.name), sharedTypes, keys: distinguishingKeys.toSorted() };
  }

  /** Types that both admit. */
  sharedTypes([a, b]: PoolPair): number {
    const [one, other] = [this.#pools.get(a), this.#pools.get(b)];
    return one === undefined || other === undefined ? 0 : overlappingTypes(one.selection, other.selection);
  }

  #ambiguous(pools: readonly CompiledPool[]) {
    const side = this.#side;
    return side === undefined || pools.length < 2
      ? []
      : ambiguousPools(pools, side.provider.labels(side.compiled.cluster));
  }
}

function pairOf(a: string, b: string): PoolPair {
  return a < b ? [a, b] : [b, a];
}
