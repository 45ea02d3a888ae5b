import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { atLimitsFindings } from '../../plan/at-limits-findings.ts';
import { clusterCostAtLimits } from '../../plan/cluster-cost-at-limits.ts';
import type { ClusterPlan } from '../../model/plan.ts';
import type { SideCluster } from '../../model/review-input.ts';
import { missingWorkloads } from '../feasibility.ts';
import { levelled } from '../levelled.ts';
import type { UnitCluster, UnitWorkloads } from '../sides/side.ts';

export interface PlannedCluster {
  readonly side: SideCluster;
  /** What the dry run and reading the workloads have found. */
  readonly findings: readonly Diagnostic[];
}

/**
 * A cluster with the plan of what is written and of each scenario it defines. Plans of scenarios are compared, not judged:
 * a definition says what may happen, not that it must be survived.
 */
export async function plannedCluster(
  one: UnitCluster,
  workloads: UnitWorkloads | undefined,
): Promise<PlannedCluster> {
  const { compiled, provider, recordedHashes } = one;
  const known = { compiled, provider, ...(recordedHashes === undefined ? {} : { recordedHashes }) };
  if (compiled.failed) return { side: { ...known, plans: [] }, findings: [] };
  if (workloads === undefined || workloads.sources.length === 0) return unplanned(known, one);
  const { planCluster } = await import('../../plan/plan-cluster.ts');
  const { planFindings } = await import('../../plan/findings.ts');
  const read = await workloads.read();
  const scenarios = [undefined, ...compiled.cluster.settings.scenarios];
  const plans = scenarios.map(
    (scenario): ClusterPlan => planCluster({ compiled, provider, workloads: read.workloads, scenario }),
  );
  const [asWritten] = plans;
  const found = asWritten === undefined ? [] : planFindings(asWritten, compiled);
  // Whose workloads they are, is whose findings they are.
  const own = one.workloads === workloads ? read.diagnostics : [];
  return {
    side: { ...known, plans, workloads: read.workloads },
    findings: levelled([...own, ...found], compiled.cluster),
  };
}

async function unplanned(
  known: Pick<SideCluster, 'compiled' | 'provider' | 'recordedHashes'>,
  { compiled, workloads }: UnitCluster,
): Promise<PlannedCluster> {
  const costAtLimits = clusterCostAtLimits(known);
  const found = workloads === undefined ? [] : (await workloads.read()).diagnostics;
  const missing = workloads === undefined || found.length > 0 ? [] : missingWorkloads(compiled.cluster);
  return {
    side: { ...known, plans: [], costAtLimits },
    findings: levelled([...found, ...missing, ...atLimitsFindings(costAtLimits, compiled)], compiled.cluster),
  };
}
