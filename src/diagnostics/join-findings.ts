import { type Diagnostic, sortDiagnostics } from './diagnostic.ts';
import { foldPools } from './fold-pools.ts';

/** The findings of one definition file. */
export interface FileFindings {
  /** Of a file that defines no cluster. */
  readonly loose: readonly Diagnostic[];
  readonly clusters: readonly ClusterFindings[];
}

export interface ClusterFindings {
  readonly cluster: { readonly defaultsSource?: { readonly file: string } };
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The findings of many files as one list, sorted; what several clusters inherit from their defaults is said once. Files
 * come in the order of the run.
 */
export function joinFindings(files: readonly FileFindings[]): Diagnostic[] {
  const clusters = files.flatMap((file) => file.clusters);
  const shared = new Set(clusters.map(({ cluster }) => cluster.defaultsSource?.file));
  // What shared defaults are warned of is decided by the clusters that inherit them: a file without any has no levels.
  const loose = files
    .flatMap((file) => file.loose)
    .filter(({ severity, span }) => severity === 'error' || !shared.has(span.source.file));
  return foldPools(sortDiagnostics([...loose, ...clusters.flatMap(({ diagnostics }) => diagnostics)]));
}
