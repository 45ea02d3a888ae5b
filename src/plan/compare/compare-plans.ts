import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { ClusterComparison, ComparedSide } from '../../model/plan-comparison.ts';
import { differences } from './differences.ts';
import type { PlannedSide } from './planned-side.ts';

/** Puts the plans of one cluster with different backends side by side. `written` is the cluster as its definition has it. */
export function comparePlans(written: CompiledCluster, sides: readonly PlannedSide[]): ClusterComparison {
  return {
    name: written.cluster.name,
    file: written.cluster.source.file,
    sides: sides.map((side) => comparedSide(written, side)),
    differences: differences(sides),
  };
}

function comparedSide(written: CompiledCluster, { backend, compiled, plan }: PlannedSide): ComparedSide {
  const known = new Set(errorsOf(written).map(identity));
  const made = new Set(plan.nodePools.map(({ name }) => name));
  return {
    backend,
    plan,
    problems: errorsOf(compiled).filter((one) => !known.has(identity(one))),
    missingPools: compiled.pools.flatMap(({ pool }) => (made.has(pool.name) ? [] : [pool.name])),
  };
}

function errorsOf({ diagnostics }: CompiledCluster): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Compiling twice makes two diagnostics of one mistake. */
function identity({ code, span, message }: Diagnostic): string {
  return JSON.stringify([code, span.start, span.end, message]);
}
