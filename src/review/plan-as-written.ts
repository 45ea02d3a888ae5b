import type { ClusterPlan } from '../model/plan.ts';
import type { SideCluster } from '../model/review-input.ts';

/** The plan of what is written, without a scenario. Undefined: there is nothing to place. */
export function planAsWritten(side: SideCluster | undefined): ClusterPlan | undefined {
  return side?.plans.find(({ scenario }) => scenario === undefined);
}
