import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reportCluster } from '../../report/check-report.ts';
import type { AdmissionFindings } from '../crds/cluster-admission.ts';
import type { ClusterPart, DefinitionPart } from '../shards/definition-part.ts';
import type { UnitCluster, UnitState } from '../sides/side.ts';
import type { PlannedCluster } from './planned-cluster.ts';

/** What a unit comes to, without its clusters; undefined: nothing is known of the file. */
export function judgedPart(state: UnitState | undefined, index: number): DefinitionPart {
  return { index, clusters: [], loose: state?.diagnostics ?? [], added: [] };
}

/** Besides those of its plan. */
export interface MoreFindings {
  readonly ofDump: readonly Diagnostic[];
  /** With `--crds`. */
  readonly admitted: AdmissionFindings | undefined;
}

/** What is judged of a cluster: the same as `check` does, so that both end alike. */
export function judgedCluster(
  { compiled }: UnitCluster,
  { side, findings }: PlannedCluster,
  { ofDump, admitted }: MoreFindings,
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
    added: [...findings, ...ofDump, ...(admitted?.findings ?? [])],
    // A review says of it only what is not gone.
    ...(admitted === undefined || admitted.forgiven.refusals.length === 0
      ? {}
      : { forgiven: { refusals: admitted.forgiven.refusals } }),
    ...(admitted === undefined || admitted.unjudged.length === 0 ? {} : { unjudged: admitted.unjudged }),
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
