import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import { joinFindings } from '../../diagnostics/join-findings.ts';
import type { Judged } from '../judged.ts';
import { foldRefusals } from '../crds/fold-refusals.ts';
import { forgivenFindings } from '../crds/forgiven.ts';
import { unjudgedFindings } from '../crds/unjudged-kinds.ts';
import type { ClusterPart, DefinitionPart } from './definition-part.ts';
import { inOrder } from './in-order.ts';

/** The parts of a run as its result, whoever did which of them and in whatever order they came. */
export async function joinParts(unordered: readonly DefinitionPart[]): Promise<Judged> {
  const parts = inOrder(unordered);
  const clusters = parts.flatMap((part) => part.clusters);
  const compiled = joinFindings(
    parts.map((part) => ({
      loose: part.loose,
      clusters: part.clusters.map(({ defaultsFile: file, diagnostics }) => ({
        cluster: file === undefined ? {} : { defaultsSource: { file } },
        diagnostics,
      })),
    })),
  );
  const added = [
    ...parts.flatMap((part) => part.added),
    ...(await overBudget(clusters)),
    ...foldRefusals(clusters.flatMap((cluster) => cluster.added)),
    ...forgivenFindings(clusters.flatMap(({ forgiven = [] }) => forgiven)),
    ...unjudgedFindings(clusters.flatMap(({ unjudged = [] }) => unjudged)),
  ];
  return {
    clusters: clusters.map(({ report, failOn, ...found }) => ({
      report,
      failOn,
      diagnostics: [...found.diagnostics, ...found.added],
    })),
    diagnostics: added.length === 0 ? compiled : sortDiagnostics([...compiled, ...added]),
  };
}

/** Over the clusters that were planned. The budget stands in shared defaults: whoever has one has the same. */
async function overBudget(clusters: readonly ClusterPart[]): Promise<readonly Diagnostic[]> {
  const costs = clusters.flatMap(({ cost }) => (cost === undefined ? [] : { cost }));
  const budget = clusters.find(
    ({ organisationBudget }) => organisationBudget !== undefined,
  )?.organisationBudget;
  if (costs.length === 0 || budget === undefined) return [];
  const { organisationFinding } = await import('../../plan/findings.ts');
  return organisationFinding(costs, { value: budget.value, origin: { span: budget.span } });
}
