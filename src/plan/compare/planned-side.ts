import type { BackendName } from '../../model/backend-name.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { ClusterPlan } from '../../model/plan.ts';

/** A cluster as one backend has it, with its plan. */
export interface PlannedSide {
  readonly backend: BackendName;
  readonly compiled: CompiledCluster;
  readonly plan: ClusterPlan;
}
