import type { Severity } from '../diagnostics/severity.ts';
import type { ReportDiagnostic, ReportLocation } from './check-report.ts';

/**
 * What `merge` needs of one shard besides its report (docs/scale.md). The report's clusters are those of `definitions`,
 * in their order, and are not repeated here.
 */
export interface ReportShard {
  /** From 1 on. */
  readonly index: number;
  readonly of: number;
  /** Equal in all shards of a run. */
  readonly run: ShardedRun;
  readonly definitions: readonly ShardDefinition[];
  /** `sha256:…` of the texts that findings point into, by file. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface ShardedRun {
  readonly poolwrightVersion: string;
  /** As it would be typed, without what each shard has of its own and how it prints. */
  readonly command: readonly string[];
  readonly failOn?: Severity;
  /** `sha256:…` over the names and texts of all definition files and their defaults. */
  readonly digest: string;
}

/** The findings of one definition file before they are joined: what several clusters inherit is said by each. */
export interface ShardDefinition {
  /** Its place among all definition files, from 0 on. */
  readonly index: number;
  readonly clusters: readonly ShardCluster[];
  readonly loose: readonly ReportDiagnostic[];
  readonly added: readonly ReportDiagnostic[];
}

export interface ShardCluster {
  readonly defaultsFile?: string;
  readonly failOn: Severity;
  readonly failed: boolean;
  readonly diagnostics: readonly ReportDiagnostic[];
  readonly added: readonly ReportDiagnostic[];
  /** US dollars an hour, of a dry run. */
  readonly cost?: { readonly expectedPerHourUsd: number; readonly existingPerHourUsd: number };
  /** With `--crds`: what its objects would be refused for if they were new. */
  readonly forgiven?: ShardForgiven;
  /** With `--crds`: kinds of its objects that no CRD describes, with the place of the first object. */
  readonly unjudged?: readonly ShardUnjudgedKind[];
  /** The budget over all clusters, US dollars a month. */
  readonly organisationBudget?: ReportLocation & { readonly value: number };
}

export interface ShardForgiven {
  readonly refusals: readonly ReportDiagnostic[];
  /** Of the finding that counts them. */
  readonly severity?: Severity;
}

export interface ShardUnjudgedKind extends ReportLocation {
  readonly apiVersion: string;
  readonly kind: string;
  readonly objects: number;
  readonly severity: Severity;
}

/** The same of a review. Its clusters are those of `pairs`, in their order. */
export interface ReviewShard extends Pick<ReportShard, 'index' | 'of' | 'run' | 'texts'> {
  readonly pairs: readonly ShardPair[];
  /** Texts of base that dangers point into, by file: nobody else may have them at hand. */
  readonly baseTexts: Readonly<Record<string, string>>;
  readonly base: ShardSide;
  readonly head: ShardSide;
}

/** What both states make of one pair of definition files. */
export interface ShardPair {
  readonly base?: ShardState;
  readonly head?: ShardState;
  readonly clusters: readonly ShardReviewedCluster[];
}

export interface ShardState extends ShardDefinition {
  readonly names: readonly ShardClusterName[];
  /** The lines that findings start on, by file and number: equal ones are told by them. */
  readonly lines: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface ShardClusterName {
  readonly name: string;
  readonly file: string;
}

export interface ShardReviewedCluster extends ShardClusterName {
  /** Its place among all clusters. */
  readonly order: number;
  readonly failOn: Severity;
  readonly dangers: readonly ReportDiagnostic[];
}

/** What is known of a state besides its definitions. */
export interface ShardSide {
  /** How files are called that both states have: what comes before, and those that have no such name. */
  readonly owners: { readonly prefix: string; readonly single: readonly string[] };
  /** Findings about files that are no text. */
  readonly problems: readonly ReportDiagnostic[];
}
