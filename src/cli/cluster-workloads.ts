import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Workloads } from '../model/workloads.ts';
import type { Host } from './host.ts';
import { readWorkloadTexts } from './workload-files.ts';

export interface WorkloadOptions {
  /** Replicas where an autoscaler decides. */
  readonly hpa: 'max' | 'min';
}

export interface WorkloadInput {
  /** Absolute, or `-`. */
  readonly files: readonly string[];
  /** Dumps of a live cluster, likewise. */
  readonly nodes: readonly string[];
  readonly options: WorkloadOptions;
}

export interface ClusterWorkloads {
  readonly workloads: Workloads;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what has to run on a cluster. What is wrong with some of it is reported; the rest counts. */
export async function clusterWorkloads(
  { files, nodes, options }: WorkloadInput,
  root: string,
  host: Host,
): Promise<ClusterWorkloads> {
  const { readWorkloads } = await import('../manifests/read-workloads.ts');
  const manifests = await readWorkloadTexts(files, root, host);
  const live = await readWorkloadTexts(nodes, root, host);
  const { workloads, diagnostics } = readWorkloads({
    sources: manifests.sources,
    liveSources: live.sources,
    options,
  });
  return { workloads, diagnostics: [...manifests.problems, ...live.problems, ...diagnostics] };
}
