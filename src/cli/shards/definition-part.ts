import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { OutputFile } from '../../render/output-file.ts';
import type { Forgiven } from '../crds/forgiven.ts';
import type { LevelledKind } from '../crds/unjudged-kinds.ts';
import type { ReportCluster } from '../../report/check-report.ts';
import type { ClusterJson, SourceJson } from '../../report/compilation-json.ts';

/**
 * What one definition file comes to: all that the result of a run needs of it, and little enough to keep for a thousand
 * of them, or to send from one process to another.
 */
export interface DefinitionPart {
  /** Its place among all definition files of the run, whoever does them. */
  readonly index: number;
  readonly clusters: readonly ClusterPart[];
  /** Findings of the compilation, where the file defines no cluster. */
  readonly loose: readonly Diagnostic[];
  /** What the outside world adds: the file cannot be read, the output folder is not as it should be. */
  readonly added: readonly Diagnostic[];
  /** Lines that the objects' origins point at, by file. Of `synth --format json`. */
  readonly sources?: Readonly<Record<string, SourceJson>>;
}

export interface ClusterPart {
  readonly report: ReportCluster | ClusterJson;
  /** Its defaults, as reports name them. */
  readonly defaultsFile?: string;
  readonly failOn: Severity;
  readonly failed: boolean;
  /** Findings of the compilation. */
  readonly diagnostics: readonly Diagnostic[];
  /** Of the catalogue, the dry run. */
  readonly added: readonly Diagnostic[];
  /** Of a dry run: what the cluster is expected to cost. */
  readonly cost?: PartCost;
  /** Kinds of its objects that no given CRD describes. @default none */
  readonly unjudged?: readonly LevelledKind[];
  /** What its objects would be refused for if they were new. @default nothing */
  readonly forgiven?: Forgiven;
  /** The budget over all clusters, if its defaults have one. */
  readonly organisationBudget?: PartBudget;
  /** Of `synth`, unless it failed. */
  readonly files?: readonly OutputFile[];
  /** Flags of the Cluster Autoscaler that the output relies on. */
  readonly autoscalerFlags?: Readonly<Record<string, string | readonly string[]>>;
}

/** US dollars an hour. */
export interface PartCost {
  readonly expectedPerHourUsd: number;
  readonly existingPerHourUsd: number;
}

export interface PartBudget {
  readonly value: number;
  readonly span: Span;
}
