import type { Diagnostic, Edit, Related } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Position } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { Compilation, CompiledCluster } from '../model/compilation.ts';
import type { ManifestSummary } from '../model/manifest-set.ts';

export const REPORT_API_VERSION = 'poolwright.dev/v1alpha1';

/**
 * The versioned JSON contract of `check` (docs/json-report.md). Fields may be added to it, never changed or removed
 * within one apiVersion. Every other reporter reads only this.
 */
export interface CheckReport {
  readonly apiVersion: typeof REPORT_API_VERSION;
  readonly kind: 'CheckReport';
  readonly clusters: readonly ReportCluster[];
  /** Hand-written objects, with `--manifests`. */
  readonly manifests?: ManifestSummary;
  /** Sorted by file and position. */
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly summary: ReportSummary;
}

export interface ReportCluster {
  readonly name: string;
  readonly file: string;
  /** Pools that could be read, in document order. */
  readonly nodePools: readonly ReportPool[];
}

export interface ReportPool {
  readonly name: string;
  /** Types that satisfy the pool's requirements with an offering in the cluster's zones, before limits and price. */
  readonly instanceTypes: number;
}

/** Lines and columns are 1-based, columns count UTF-16 units, `end` is exclusive. */
export interface ReportRange {
  readonly start: Position;
  readonly end: Position;
}

export interface ReportLocation {
  /** POSIX path relative to the repository root, or `<stdin>`. */
  readonly file: string;
  readonly range: ReportRange;
}

export interface ReportDiagnostic extends ReportLocation {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly related: readonly ReportRelated[];
  readonly help?: string;
  readonly fix?: ReportFix;
}

export interface ReportRelated extends ReportLocation {
  readonly message: string;
}

export interface ReportFix {
  readonly title: string;
  readonly edits: readonly ReportEdit[];
}

export interface ReportEdit extends ReportLocation {
  readonly newText: string;
}

export interface ReportSummary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** The contract's view of a compilation. */
export function checkReport({ clusters, ...findings }: Compilation): CheckReport {
  return reportOf({ clusters: clusters.map(reportCluster), ...findings });
}

/** The contract's view of findings about clusters of which no more is known. */
export function reportOf({
  clusters,
  diagnostics,
  manifests,
}: Pick<Compilation, 'diagnostics' | 'manifests'> & Pick<CheckReport, 'clusters'>): CheckReport {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'CheckReport',
    clusters: clusters.map(({ name, file, nodePools }) => ({
      name,
      file,
      nodePools: nodePools.map((pool) => ({ name: pool.name, instanceTypes: pool.instanceTypes })),
    })),
    ...(manifests === undefined ? {} : { manifests }),
    diagnostics: diagnostics.map(reportDiagnostic),
    summary: summarise(diagnostics),
  };
}

export function reportCluster({ cluster, pools }: CompiledCluster): ReportCluster {
  return {
    name: cluster.name,
    file: cluster.source.file,
    nodePools: pools.map(({ pool, selection }) => ({
      name: pool.name,
      instanceTypes: selection.types.length,
    })),
  };
}

/** Exported for `kind: Compilation`, which carries the same findings. */
export function reportDiagnostic(found: Diagnostic): ReportDiagnostic {
  return {
    code: found.code,
    severity: found.severity,
    message: found.message,
    ...locate(found.span),
    related: found.related.map(reportRelated),
    ...(found.help === undefined ? {} : { help: found.help }),
    ...(found.fix === undefined
      ? {}
      : { fix: { title: found.fix.title, edits: found.fix.edits.map(reportEdit) } }),
  };
}

function reportRelated({ span, message }: Related): ReportRelated {
  return { message, ...locate(span) };
}

function reportEdit({ span, newText }: Edit): ReportEdit {
  return { ...locate(span), newText };
}

/** A span as people and other tools read it. */
export function locate(span: Span): ReportLocation {
  return {
    file: span.source.file,
    range: { start: span.source.positionAt(span.start), end: span.source.positionAt(span.end) },
  };
}

export function summarise(diagnostics: readonly { readonly severity: Severity }[]): ReportSummary {
  const count = (severity: Severity) => diagnostics.filter((found) => found.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info') };
}
