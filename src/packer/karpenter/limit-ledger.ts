import { type Bitset, removeAll } from '../../selection/bitset.ts';
import type { Claim } from './claim.ts';
import type { FailureCode } from './decision.ts';
import type { Template } from './template.ts';

/** What is left of the limits of each pool. New claims do not count as nodes: Karpenter sees those in its next round only. */
export class LimitLedger {
  readonly #limits: ReadonlyMap<string, Map<number, number>>;
  readonly #nodesColumn: number | undefined;

  /** By pool: column to what is left. Changed by `charge`. */
  constructor(limits: ReadonlyMap<string, Map<number, number>>, nodesColumn: number | undefined) {
    this.#limits = limits;
    this.#nodesColumn = nodesColumn;
  }

  /** Types that the pool's limits leave room for. */
  typesWithin(template: Template): Bitset | FailureCode {
    const limits = this.#limits.get(template.name);
    if (limits === undefined || limits.size === 0) return template.types;
    if (this.#nodesColumn !== undefined && limits.get(this.#nodesColumn) === 0) {
      return 'nodes-limit';
    }
    const { capacityMasks } = template.table;
    const types = template.types.slice();
    for (const [column, left] of limits) removeAll(types, capacityMasks.above(column, left));
    return types.some((word) => word !== 0) ? types : 'resource-limits';
  }

  /** Counts a new claim as the largest it could be. It is not corrected when the claim narrows. */
  charge({ template, types }: Claim): void {
    const limits = this.#limits.get(template.name);
    for (const [column, left] of limits ?? []) {
      limits?.set(column, left - Math.max(0, template.table.capacityMasks.most(column, types)));
    }
  }
}
