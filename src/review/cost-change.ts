import type { CompiledPool } from '../model/compilation.ts';
import type { CostChange } from '../model/review.ts';
import type { SideCluster } from '../model/review-input.ts';
import { reviewedCost } from './cost/reviewed-cost.ts';

export interface CostChangeInput {
  readonly base?: SideCluster | undefined;
  readonly head?: SideCluster | undefined;
  /** The pool in each state. Neither: it is about the cluster as a whole. */
  readonly basePool?: CompiledPool | undefined;
  readonly headPool?: CompiledPool | undefined;
}

/** What a cluster, or a pool of it, costs in both states. */
export function costChange({ base, head, basePool, headPool }: CostChangeInput): CostChange {
  const isPool = basePool !== undefined || headPool !== undefined;
  const before = isPool && basePool === undefined ? undefined : reviewedCost(base, basePool);
  const after = isPool && headPool === undefined ? undefined : reviewedCost(head, headPool);
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
