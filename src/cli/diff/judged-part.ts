import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reportCluster } from '../../report/check-report.ts';
import type { ClusterPart, DefinitionPart } from '../shards/definition-part.ts';
import type { UnitCluster, UnitState } from '../sides/side.ts';
import type { PlannedCluster } from './planned-cluster.ts';

/** What a unit comes to, without its clusters; undefined: nothing is known of the file. */
export function judgedPart(state: UnitState | undefined, index: number): DefinitionPart {
  return { index, clusters: [], loose: state?.diagnostics ?? [], added: [] };
}

/** What is judged of a cluster: the same as `check` does, so that both end alike. */
export function judgedCluster(
  { compiled }: UnitCluster,
  { side, findings }: PlannedCluster,
  ofDump: readonly Diagnostic[],
): ClusterPart {
  const { cluster, failed, diagnostics } = compiled;
  const { failOn, organisationMaxMonthlyUsd: budget } = cluster.settings;
  const cost = side.plans[0]?.cost;
  return {
    report: reportCluster(compiled),
    ...(cluster.defaultsSource === undefined ? {} : { defaultsFile: cluster.defaultsSource.file }),
    failOn: failOn.value,
    failed,
    diagnostics,
    added: [...findings, ...ofDump],
    ...(cost === undefined
      ? {}
      : {
          cost: { expectedPerHourUsd: cost.expectedPerHourUsd, existingPerHourUsd: cost.existingPerHourUsd },
        }),
    ...(budget === undefined
      ? {}
      : { organisationBudget: { value: budget.value, span: budget.origin.span } }),
  };
}
