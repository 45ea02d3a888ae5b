import type { CompiledPool } from '../model/compilation.ts';
import type { PoolReview } from '../model/review.ts';
import type { ClusterReviewInput, SideCluster } from '../model/review-input.ts';
import { failedPools } from './failed-pools.ts';
import { costChange } from './cost-change.ts';

/** Pools that have errors in one state, and in the other none: nothing can be said about what becomes of them. */
export function failedPoolReview(input: ClusterReviewInput): readonly PoolReview[] {
  const { base, head } = input;
  return [
    ...soundOnly(base, head).map((basePool) =>
      notCompared(basePool, 'head', costChange({ ...sides(input), basePool })),
    ),
    ...soundOnly(head, base).map((headPool) =>
      notCompared(headPool, 'base', costChange({ ...sides(input), headPool })),
    ),
  ];
}

function sides({ base, head }: ClusterReviewInput) {
  return { ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) };
}

/** Those of one state that the other one fails at. */
function soundOnly(side: SideCluster | undefined, other: SideCluster | undefined): readonly CompiledPool[] {
  if (side === undefined || other === undefined) return [];
  const failed = new Set(failedPools(other.compiled));
  // Where both fail, nobody has anything to compare.
  const own = new Set(failedPools(side.compiled));
  return side.compiled.pools.filter(({ pool: { name } }) => failed.has(name) && !own.has(name));
}

function notCompared(
  { pool, backend }: CompiledPool,
  failing: 'base' | 'head',
  cost: PoolReview['cost'],
): PoolReview {
  return {
    name: pool.name,
    change: 'changed',
    backend,
    summary: [`not compared: it has errors in ${failing}`],
    fields: [],
    rotation: {
      scope: 'none',
      causes: [],
      undecided: [
        `The pool has errors in ${failing}, so nothing is known of what would happen to its nodes.`,
      ],
    },
    dangers: [],
    cost,
    source: pool.keySpan,
  };
}
