import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Cluster } from '../model/cluster.ts';
import type { ClusterApiSettings, PoolClusterApi } from '../model/cluster-api.ts';
import type { CompiledMachines } from '../model/compilation.ts';
import type { InstanceTable } from '../model/instance-type.ts';
import type { Pool } from '../model/pool.ts';
import type { MachineRules, NodeClassObject, Provider } from '../model/provider.ts';
import type { PoolSelection } from '../model/selection.ts';
import type { ExpansionWorkloads } from './expansion-workloads.ts';

/** What a backend of Cluster API makes its objects from. */
export interface ClusterApiPoolInput {
  /** With built-in and derived requirements appended. */
  readonly pool: Pool;
  readonly cluster: Cluster;
  readonly provider: Provider;
  /** Absent: its input is too broken to build one. */
  readonly nodeClass?: NodeClassObject | undefined;
  readonly table: InstanceTable;
  readonly selection: PoolSelection;
  /** Absent: nothing is known of the pods that the pool is for. */
  readonly workloads?: ExpansionWorkloads | undefined;
}

export interface ClusterApiPoolResult {
  /** Absent: what the pool says has errors, and machines would be guesses. */
  readonly machines?: CompiledMachines;
  readonly diagnostics: readonly Diagnostic[];
}

/** An input of which every part is there. */
export interface WholePoolInput extends ClusterApiPoolInput {
  readonly nodeClass: NodeClassObject;
  readonly options: PoolClusterApi;
  readonly settings: ClusterApiSettings;
  readonly machines: MachineRules;
}

/** The input if machines can be made of it: nothing was left out for its errors. */
export function wholeInput(input: ClusterApiPoolInput): WholePoolInput | undefined {
  const { pool, cluster, provider, nodeClass } = input;
  const { clusterApi: options } = pool;
  const { clusterApi: settings } = cluster.settings;
  const { machines } = provider;
  if (nodeClass === undefined || options === undefined || settings === undefined) return undefined;
  if (machines === undefined || (pool.incomplete?.size ?? 0) > 0) return undefined;
  return { ...input, nodeClass, options, settings, machines };
}
