import type { CompiledPool } from '../model/compilation.ts';
import type { ChangeKind } from '../model/review.ts';
import type { Replacement } from './replacement.ts';

export interface DeletionInput {
  readonly basePool: CompiledPool;
  readonly headPool?: CompiledPool | undefined;
  readonly change: ChangeKind;
}

/** What becomes of the nodes of a pool that goes, or whose object becomes another: they go with it. */
export function poolDeletion({ basePool, headPool, change }: DeletionInput): Replacement | undefined {
  const { name } = basePool.pool;
  if (change === 'removed') return deletion(basePool, `pool \`${name}\` goes`, basePool);
  if (headPool === undefined) return undefined;
  if (change === 'renamed') {
    return deletion(basePool, `pool \`${name}\` becomes \`${headPool.pool.name}\`, another object`, headPool);
  }
  if (basePool.backend === headPool.backend) return undefined;
  return deletion(
    basePool,
    `the backend is \`${basePool.backend}\` and becomes \`${headPool.backend}\``,
    headPool,
  );
}

function deletion(basePool: CompiledPool, why: string, decides: CompiledPool): Replacement {
  const isKarpenter = basePool.nodePool !== undefined;
  const kind = isKarpenter ? 'NodePool' : 'MachineDeployment';
  const budgets = isKarpenter ? ', whatever disruption budgets say' : '';
  return {
    cause: {
      kind,
      path: '',
      message: `${why}: the ${kind}'s nodes are drained and deleted with it${budgets}`,
      scope: 'all',
      reason: 'deleted',
      source: decides.pool.keySpan,
    },
    concerns: () => true,
  };
}
