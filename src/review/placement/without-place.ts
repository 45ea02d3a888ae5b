import type { ClusterPlan } from '../../model/plan.ts';

/** How many pods of a plan have no place, and do not get one either once the first nodes have joined. */
export function withoutPlace({ unschedulable }: ClusterPlan): number {
  return unschedulable.filter(({ laterBatch }) => !laterBatch).length;
}
