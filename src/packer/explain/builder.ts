import { type Bitset, countBits, countCommon, keepCommon } from '../../selection/bitset.ts';
import type { Obstacle, Reference, Step } from './step.ts';

/** Which types an obstacle lets pass. */
export type Passing = Bitset | 'all' | 'none';

/** Collects the steps of one funnel and keeps count of what is left. */
export class FunnelBuilder {
  readonly steps: Step[];
  readonly left: Bitset;
  /** What `alone` is counted in. */
  readonly base: Bitset;

  constructor(left: Bitset, base: Bitset = left, steps: readonly Step[] = []) {
    this.left = left.slice();
    this.base = base;
    this.steps = [...steps];
  }

  copy(): FunnelBuilder {
    return new FunnelBuilder(this.left, this.base, this.steps);
  }

  get isEmpty(): boolean {
    return this.left.every((word) => word === 0);
  }

  /** Returns whether any type is left. */
  add(
    obstacle: Obstacle,
    references: readonly Reference[],
    passing: Passing,
    alone: Passing = passing,
  ): boolean {
    const before = countBits(this.left);
    const earlier = obstacle.kind.endsWith('offering') && before > 0 ? this.left.slice() : undefined;
    if (passing === 'none') this.left.fill(0);
    else if (passing !== 'all') keepCommon(this.left, passing);
    this.steps.push({
      obstacle,
      before,
      after: countBits(this.left),
      alone: countPassing(this.base, alone),
      references,
      ...(earlier === undefined ? {} : { lost: positionsOnlyIn(earlier, this.left) }),
    });
    return !this.isEmpty;
  }
}

function positionsOnlyIn(bits: Bitset, others: Bitset): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < bits.length * 32; at++) {
    const word = (bits[at >>> 5] as number) & ~(others[at >>> 5] as number);
    if ((word & (1 << (at & 31))) !== 0) found.push(at);
  }
  return found;
}

function countPassing(base: Bitset, passing: Passing): number {
  if (passing === 'none') return 0;
  return passing === 'all' ? countBits(base) : countCommon(base, passing);
}
