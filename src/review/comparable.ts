import type { CompiledCluster } from '../model/compilation.ts';
import { failedPools } from './failed-pools.ts';
import type { ClusterReviewInput } from '../model/review-input.ts';

export interface ComparableClusters {
  readonly base?: CompiledCluster;
  readonly head?: CompiledCluster;
}

/**
 * What of both states can be compared: a pool with errors in one of them has no objects there, and looks as if it were gone.
 * Objects of the cluster as a whole are made from all pools.
 */
export function comparable({ base, head }: ClusterReviewInput): ComparableClusters {
  const [before, after] = [base?.compiled, head?.compiled];
  const failed = new Set([
    ...[before, after].flatMap((one) => (one === undefined ? [] : failedPools(one))),
    ...foreignOf(before, after),
    ...foreignOf(after, before),
  ]);
  const whole = failed.size === 0;
  return {
    ...(before === undefined ? {} : { base: whole ? before : without(before, failed) }),
    ...(after === undefined ? {} : { head: whole ? after : without(after, failed) }),
  };
}

function without(compiled: CompiledCluster, failed: ReadonlySet<string>): CompiledCluster {
  const { cluster, diagnostics, pools } = compiled;
  const sound = pools.filter(({ pool }) => !failed.has(pool.name));
  return { cluster, diagnostics, failed: compiled.failed, pools: sound };
}

/** Pools of one state that the other one has of another provider. */
function foreignOf(own: CompiledCluster | undefined, other: CompiledCluster | undefined): readonly string[] {
  const foreign = other?.cluster.foreignNodePools;
  if (foreign === undefined || own === undefined) return [];
  return own.pools.map(({ pool }) => pool.name).filter((name) => foreign.has(name));
}
