import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FoundCluster } from './found-output.ts';
import type { OutputFile } from './output-file.ts';

export interface OutputPlanInput {
  /** The output folder as messages should show it: `dist`. */
  readonly folder: string;
  readonly rendered: readonly RenderedCluster[];
  /** Clusters with errors: their output is left alone. */
  readonly failed: readonly string[];
  readonly found: readonly FoundCluster[];
  /**
   * Remove the output of clusters that are neither rendered nor failed. Only when the whole folder of definitions was
   * read, and all of it could be: a file too broken to tell its cluster must not cost that cluster its output.
   *
   * @default false
   */
  readonly removeVanished?: boolean;
  /**
   * What became of the definition that a record names. Only the output of one that is gone is removed.
   *
   * @default all are gone
   */
  readonly fateOf?: (source: string) => DefinitionFate;
  /**
   * Overwrite and remove generated files that were edited by hand, instead of reporting them.
   *
   * @default false
   */
  readonly overwriteEdited?: boolean;
  /**
   * Drop the superseded templates that are known so far: they are deleted.
   *
   * @default false
   */
  readonly forgetSuperseded?: boolean;
}

export interface RenderedCluster {
  readonly name: string;
  readonly files: readonly OutputFile[];
}

export interface OutputPlan {
  readonly clusters: readonly ClusterPlan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One cluster's part of the plan. */
export interface PlannedCluster {
  readonly plan: ClusterPlan;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ClusterPlan {
  readonly cluster: string;
  /** What the run changes, or would change: files in order of path, then their record. */
  readonly changes: readonly OutputChange[];
  /** Number of files that are as they should be, their record included. */
  readonly unchanged: number;
  /** No definition renders the cluster any more: the steps remove its output. */
  readonly vanished?: true;
  /** Templates that stay in the management cluster though nothing renders them any more. */
  readonly superseded: readonly string[];
  /** What to do on disk, in this order: an interruption between any two of them can be completed by the next run. */
  readonly steps: readonly OutputStep[];
}

export interface OutputChange {
  /** Relative to the cluster's folder. */
  readonly path: string;
  readonly change: 'missing' | 'differs' | 'left over';
}

export type OutputStep =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string };

/** What decides about a file that is on disk. */
export type ReplaceOptions = Pick<OutputPlanInput, 'folder' | 'overwriteEdited' | 'forgetSuperseded'>;

/**
 * `gone`: there is no such file, or it defines other clusters now. `unread`: it exists, and another run may render it.
 * `silent`: it was read and defines nothing at all, which may be a slip that must not cost the nodes.
 */
export type DefinitionFate = 'gone' | 'unread' | 'silent';
