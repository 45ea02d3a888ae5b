import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PlacementChange, PoolReview } from '../../model/review.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import type { ChangedPoolContext, PoolContext } from '../pool-context.ts';

/** One thing that a reviewer must have seen. Rules are pure, know nothing of each other and run in any order. */
export interface PoolDanger {
  /** Every code that the rule may report. */
  readonly codes: readonly DiagnosticCode[];
  /** Whether pools of which nothing changes are looked at too: their surroundings may. */
  readonly sees: 'changed pools' | 'all pools';
  readonly check: (context: PoolContext) => Iterable<Diagnostic>;
}

/** A rule about what becomes of a pool that both states have, under whatever name. */
export function changedPool(
  codes: readonly DiagnosticCode[],
  check: (context: ChangedPoolContext) => Iterable<Diagnostic>,
): PoolDanger {
  return {
    codes,
    sees: 'changed pools',
    check: (context) => (hasBoth(context) ? check(context) : []),
  };
}

function hasBoth(context: PoolContext): context is ChangedPoolContext {
  const { base, head, before, after } = context;
  return base !== undefined && head !== undefined && before !== undefined && after !== undefined;
}

export interface ClusterContext {
  readonly input: ClusterReviewInput;
  readonly nodePools: readonly PoolReview[];
  readonly placement: PlacementChange | undefined;
}

/** The same about a cluster as a whole. */
export interface ClusterDanger {
  readonly codes: readonly DiagnosticCode[];
  readonly check: (context: ClusterContext) => Iterable<Diagnostic>;
}
