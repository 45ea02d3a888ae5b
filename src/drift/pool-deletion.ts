import type { Span } from '../diagnostics/span.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { ChangeKind } from '../model/review.ts';
import { isJsonMap } from '../diagnostics/json-value.ts';
import { nodePoolsOf } from './node-pools-of.ts';
import type { Replacement } from './replacement.ts';

export interface DeletionInput {
  readonly basePool: CompiledPool;
  readonly headPool?: CompiledPool | undefined;
  readonly change: ChangeKind;
}

/** What becomes of the nodes of a pool that goes, or whose object becomes another: they go with it. */
export function poolDeletion({ basePool, headPool, change }: DeletionInput): Replacement | undefined {
  const { name } = basePool.pool;
  if (change === 'removed') return deletion(basePool, `pool \`${name}\` goes`, basePool.pool.keySpan);
  if (headPool === undefined) return undefined;
  if (change === 'renamed') {
    return deletion(
      basePool,
      `pool \`${name}\` becomes \`${headPool.pool.name}\`, another object`,
      headPool.pool.keySpan,
    );
  }
  if (basePool.backend === headPool.backend) return undefined;
  const why = `the backend is \`${basePool.backend}\` and becomes \`${headPool.backend}\``;
  return handedOver(basePool, headPool, why) ?? deletion(basePool, why, backendSpan(headPool));
}

/** MachineDeployments that stay, and are made anew with no machine: Karpenter takes what is there for its own. */
function handedOver(
  { machines }: CompiledPool,
  headPool: CompiledPool,
  why: string,
): Replacement | undefined {
  const isEmptied = headPool.machines?.objects.some(
    ({ kind, spec }) => kind === 'MachineDeployment' && isJsonMap(spec) && spec['replicas'] === 0,
  );
  if (machines === undefined || isEmptied !== true) return undefined;
  return replacement(
    'MachineDeployment',
    `${why}: the MachineDeployments say \`replicas: 0\` then, which takes all of their machines away once it is applied`,
    backendSpan(headPool),
  );
}

/** Nobody has written a built-in backend. */
function backendSpan({ pool: { backend, keySpan } }: CompiledPool): Span {
  return backend.origin.layer?.kind === 'built-in' ? keySpan : backend.origin.span;
}

function deletion(basePool: CompiledPool, why: string, source: Span): Replacement {
  const isKarpenter = nodePoolsOf(basePool).length > 0;
  const kind = isKarpenter ? 'NodePool' : 'MachineDeployment';
  const budgets = isKarpenter ? ', whatever disruption budgets say' : '';
  return replacement(kind, `${why}: the ${kind}'s nodes are drained and deleted with it${budgets}`, source);
}

function replacement(kind: string, message: string, source: Span): Replacement {
  return {
    cause: {
      kind,
      path: '',
      message,
      scope: 'all',
      reason: 'deleted',
      source,
    },
    concerns: () => true,
  };
}
