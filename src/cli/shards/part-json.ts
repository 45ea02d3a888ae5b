import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { locate, type ReportDiagnostic, reportDiagnostic } from '../../report/check-report.ts';
import type { ShardCluster, ShardDefinition } from '../../report/report-shard.ts';
import type { ClusterPart, DefinitionPart } from './definition-part.ts';
import type { ReportSources } from './report-source.ts';

/** What a shard's report says of a part; the clusters' own reports stand elsewhere in it. */
export function shardDefinition({ index, clusters, loose, added }: DefinitionPart): ShardDefinition {
  return {
    index,
    clusters: clusters.map(shardCluster),
    loose: loose.map(reportDiagnostic),
    added: added.map(reportDiagnostic),
  };
}

function shardCluster(part: ClusterPart): ShardCluster {
  const { defaultsFile, failOn, failed, diagnostics, added, cost, forgiven, unjudged = [] } = part;
  const { organisationBudget: budget } = part;
  return {
    ...(defaultsFile === undefined ? {} : { defaultsFile }),
    failOn,
    failed,
    diagnostics: diagnostics.map(reportDiagnostic),
    added: added.map(reportDiagnostic),
    ...(cost === undefined ? {} : { cost }),
    ...(forgiven === undefined
      ? {}
      : { forgiven: { ...forgiven, refusals: forgiven.refusals.map(reportDiagnostic) } }),
    ...(unjudged.length === 0
      ? {}
      : { unjudged: unjudged.map(({ span, ...kind }) => ({ ...kind, ...locate(span) })) }),
    ...(budget === undefined ? {} : { organisationBudget: { value: budget.value, ...locate(budget.span) } }),
  };
}

/** The part again; `reports` are those of its clusters. */
export function revivedPart(
  { index, clusters, loose, added }: ShardDefinition,
  reports: readonly ClusterPart['report'][],
  sources: ReportSources,
): DefinitionPart {
  const revive = (found: readonly ReportDiagnostic[]) => found.map((one) => revived(one, sources));
  return {
    index,
    clusters: clusters.flatMap((cluster, i) => {
      const { organisationBudget: budget, forgiven, unjudged = [], ...rest } = cluster;
      const report = reports[i];
      if (report === undefined) return [];
      return {
        ...rest,
        report,
        diagnostics: revive(cluster.diagnostics),
        added: revive(cluster.added),
        ...(forgiven === undefined ? {} : { forgiven: { ...forgiven, refusals: revive(forgiven.refusals) } }),
        ...(unjudged.length === 0
          ? {}
          : {
              unjudged: unjudged.map(({ file, range, ...kind }) => ({
                ...kind,
                span: sources.spanOf({ file, range }),
              })),
            }),
        ...(budget === undefined
          ? {}
          : { organisationBudget: { value: budget.value, span: sources.spanOf(budget) } }),
      };
    }),
    loose: revive(loose),
    added: revive(added),
  };
}

export function revived(found: ReportDiagnostic, sources: ReportSources): Diagnostic {
  const { code, severity, message, help, fix } = found;
  return {
    code: code as DiagnosticCode,
    severity,
    message,
    span: sources.spanOf(found),
    related: found.related.map((one) => ({ span: sources.spanOf(one), message: one.message })),
    ...(help === undefined ? {} : { help }),
    ...(fix === undefined
      ? {}
      : {
          fix: {
            title: fix.title,
            edits: fix.edits.map((edit) => ({ span: sources.spanOf(edit), newText: edit.newText })),
          },
        }),
  };
}
