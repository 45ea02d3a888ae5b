import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Cluster } from '../model/cluster.ts';
import type { Compilation } from '../model/compilation.ts';

export interface MoreFindings {
  /** About files, not about a cluster. */
  readonly loose?: readonly Diagnostic[];
  readonly byCluster?: ReadonlyMap<Cluster, readonly Diagnostic[]>;
}

/** A compilation with findings that only the outside world could tell: files, catalogues, the output folder. */
export function withFindings(compilation: Compilation, more: MoreFindings): Compilation {
  const { loose = [], byCluster = new Map<Cluster, readonly Diagnostic[]>() } = more;
  if (loose.length === 0 && byCluster.size === 0) return compilation;
  const clusters = compilation.clusters.map((compiled) => {
    const added = byCluster.get(compiled.cluster);
    if (added === undefined) return compiled;
    return {
      ...compiled,
      failed: compiled.failed || added.some((found) => found.severity === 'error'),
      diagnostics: sortDiagnostics([...compiled.diagnostics, ...added]),
    };
  });
  const added = [...loose, ...[...byCluster.values()].flat()];
  return { clusters, diagnostics: sortDiagnostics([...compilation.diagnostics, ...added]) };
}
