import type { OutputPlan } from '../render/output-plan.ts';
import { AUTOSCALER_VALUES_PATH } from '../render/output-tree.ts';
import type { ClusterPart } from './shards/definition-part.ts';

/** The flags that the output relies on, said when they change, for whoever starts the Cluster Autoscaler without its chart: lines. */
export function autoscalerNotes(clusters: readonly ClusterPart[], plan: OutputPlan): readonly string[] {
  const changed = new Set(
    plan.clusters.flatMap(({ cluster, changes, steps }) =>
      steps.length > 0 && changes.some(({ path }) => path === AUTOSCALER_VALUES_PATH) ? [cluster] : [],
    ),
  );
  return clusters.flatMap(({ report: { name: cluster }, autoscalerFlags: flags }) => {
    if (flags === undefined || !changed.has(cluster)) return [];
    return [
      `${cluster}: the Cluster Autoscaler has to run with these flags (${AUTOSCALER_VALUES_PATH} has them for its chart)`,
      ...Object.entries(flags)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([name, values]) => [values].flat().map((value) => `  --${name}=${value}`)),
    ];
  });
}
