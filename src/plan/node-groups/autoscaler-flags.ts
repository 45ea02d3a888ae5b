import type { CompiledClusterApi } from '../../model/compilation.ts';

/** Keys of taints that the autoscaler's flags tell it to overlook. */
export function startupTaintKeys(clusterApi: CompiledClusterApi | undefined): readonly string[] {
  return ['startup-taint', 'ignore-taint', 'status-taint'].flatMap((name) => flagValues(clusterApi, name));
}

/** The values of a flag of the Cluster Autoscaler, as the output sets it. */
export function flagValues(clusterApi: CompiledClusterApi | undefined, name: string): readonly string[] {
  const value = clusterApi?.autoscaler?.flags[name];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
