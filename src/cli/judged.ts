import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Compilation } from '../model/compilation.ts';
import type { ManifestSummary } from '../model/manifest-set.ts';
import { type ReportCluster, reportCluster } from '../report/check-report.ts';

/** What a run has found: all that its report and its exit code need. */
export interface Judged {
  readonly clusters: readonly JudgedCluster[];
  /** Sorted. */
  readonly diagnostics: readonly Diagnostic[];
  /** Hand-written objects that were judged beside the clusters. Absent: none were given. */
  readonly manifests?: ManifestSummary;
}

export interface JudgedCluster {
  readonly report: ReportCluster;
  /** The mildest of its findings that makes the run fail. */
  readonly failOn: Severity;
  /** Its share of the findings. */
  readonly diagnostics: readonly Diagnostic[];
}

export function judgedCompilation({ clusters, diagnostics, manifests }: Compilation): Judged {
  return {
    clusters: clusters.map((compiled) => ({
      report: reportCluster(compiled),
      failOn: compiled.cluster.settings.failOn.value,
      diagnostics: compiled.diagnostics,
    })),
    diagnostics,
    ...(manifests === undefined ? {} : { manifests }),
  };
}
