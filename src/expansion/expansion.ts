import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ClusterApiSettings, PoolClusterApi } from '../model/cluster-api.ts';
import type { InstanceTable, InstanceType, Offering } from '../model/instance-type.ts';
import type { DroppedType } from '../model/node-group.ts';
import type { Pool } from '../model/pool.ts';
import type { LabelVocabulary, Provider, UnmakeableType } from '../model/provider.ts';
import type { PoolSelection } from '../model/selection.ts';
import type { ExpansionWorkloads } from './expansion-workloads.ts';
import type { MachineOption } from './machine-option.ts';

export interface ExpansionInput {
  readonly pool: Pool;
  readonly options: PoolClusterApi;
  readonly clusterName: ClusterApiSettings['clusterName'];
  /** Who names MachineDeployments: Cluster API puts a random part behind what stands for an entry of a topology. */
  readonly output: ClusterApiSettings['output']['value'];
  readonly vocabulary: LabelVocabulary;
  readonly provider: Pick<Provider, 'launch' | 'machines'>;
  readonly table: InstanceTable;
  readonly selection: PoolSelection;
  /** Why no machine of a type can be made. */
  readonly unmakeable: (type: InstanceType) => UnmakeableType | undefined;
  /** Absent: nothing is known of the pods that the pool is for. */
  readonly workloads?: ExpansionWorkloads | undefined;
  /** Who else keeps the pool within its limits. `nobody`: the sizes alone. */
  readonly limitsKeptBy: 'nobody' | 'quota' | 'node-pool';
}

/** One MachineDeployment to be. */
export interface PlannedGroup extends SizedGroup {
  /** From 1, the cheapest, to the pool's number of price tiers. */
  readonly tier: number;
}

export interface SizedGroup {
  /** Of the MachineDeployment; in a topology without the random part. */
  readonly name: string;
  readonly option: MachineOption;
  readonly offering: Offering;
  readonly minSize: number;
  /** 0: the limits leave nothing for it. */
  readonly maxSize: number;
}

export interface Expansion {
  /** In order of name. */
  readonly groups: readonly PlannedGroup[];
  readonly dropped: readonly DroppedType[];
  readonly diagnostics: readonly Diagnostic[];
}
