import type { CompiledPool } from '../model/compilation.ts';
import type { NodeClassObject } from '../model/provider.ts';

/** Pools may share one, and then agree in it: the first of them stands for all. */
export function nodeClassesOf(pools: readonly CompiledPool[]): readonly NodeClassObject[] {
  const byName = new Map<string, NodeClassObject>();
  for (const { backend, nodeClass } of pools) {
    // Elsewhere it only decides what the templates of machines say.
    if (backend !== 'karpenter' || nodeClass === undefined || byName.has(nodeClass.name)) continue;
    byName.set(nodeClass.name, nodeClass);
  }
  return [...byName.values()];
}
