import type { CompiledPool } from '../model/compilation.ts';
import type { DriftRules } from '../model/provider.ts';
import type { SideCluster } from '../model/review-input.ts';
import type { RotationHashes } from '../model/review.ts';
import { type DriftHashes, nodeClassHashes, nodePoolHashes } from './drift-hashes.ts';
import { nodePoolsOf } from './node-pools-of.ts';

/** The drift hashes of a pool's objects. Absent: Karpenter computes none, or the pool has several NodePools. */
export interface PoolHashes {
  readonly nodePool?: DriftHashes;
  readonly nodeClass?: DriftHashes;
}

interface PoolSides {
  readonly base?: SideCluster | undefined;
  readonly head?: SideCluster | undefined;
  readonly basePool?: CompiledPool | undefined;
  readonly headPool?: CompiledPool | undefined;
  readonly nodePoolDrift: DriftRules;
}

export function poolHashes({ base, head, basePool, headPool, nodePoolDrift }: PoolSides): PoolHashes {
  const [before = [], after = []] = [basePool, headPool].map((pool) =>
    pool === undefined ? [] : nodePoolsOf(pool),
  );
  const most = Math.max(before.length, after.length);
  const adoption = (head ?? base)?.provider.adoption;
  const hasNodeClass = [basePool, headPool].some(
    (pool) => pool?.machines === undefined && pool?.nodeClass !== undefined,
  );
  return {
    ...(most === 1
      ? { nodePool: nodePoolHashes({ before: before[0], after: after[0], base, drift: nodePoolDrift }) }
      : {}),
    ...(adoption !== undefined && hasNodeClass
      ? {
          nodeClass: nodeClassHashes({
            before: classOf(basePool),
            after: classOf(headPool),
            base,
            drift: adoption,
          }),
        }
      : {}),
  };
}

/** Karpenter only knows node classes of pools that have no MachineDeployments. */
function classOf(pool: CompiledPool | undefined) {
  return pool?.machines === undefined ? pool?.nodeClass : undefined;
}

export function reviewedHashes({ nodePool, nodeClass }: PoolHashes): { readonly hashes?: RotationHashes } {
  if (nodePool === undefined && nodeClass === undefined) return {};
  return {
    hashes: {
      ...(nodePool === undefined ? {} : { nodePool: nodePool.pair }),
      ...(nodeClass === undefined ? {} : { nodeClass: nodeClass.pair }),
    },
  };
}
