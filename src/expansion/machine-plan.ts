import type { Located } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { NodeTaint } from '../kubernetes/api/node-pool.ts';
import type { AutoscalingOptionName } from '../kubernetes/scale-from-zero/autoscaling-options.ts';
import type { ScaleFromZeroReader } from '../kubernetes/scale-from-zero/write-problems.ts';
import type { Cluster } from '../model/cluster.ts';
import type { ClusterApiSettings, PoolClusterApi } from '../model/cluster-api.ts';
import type { Pool } from '../model/pool.ts';
import type { LabelVocabulary, MachineRules, NodeClassObject } from '../model/provider.ts';
import type { RoutedLabels } from './route-labels.ts';

/** Everything that the objects of one pool are made from, besides its expansion. */
export interface MachinePlan {
  readonly pool: Pool;
  readonly options: PoolClusterApi;
  readonly cluster: Cluster;
  readonly settings: ClusterApiSettings;
  readonly nodeClass: NodeClassObject;
  readonly machines: MachineRules;
  readonly vocabulary: LabelVocabulary;
  readonly labels: RoutedLabels;
  /** What the kubelet registers with. */
  readonly kubeletTaints: readonly NodeTaint[];
  readonly mode: MachineMode;
}

/** Where the two backends differ. */
export interface MachineMode {
  /** Labels of the MachineDeployment alone. */
  readonly deploymentLabels: Readonly<Record<string, string>>;
  /** Labels of Machines that Cluster API does not copy to nodes. */
  readonly machineLabels: Readonly<Record<string, string>>;
  /** Whether nodes are marked with pool, shape and capacity type by labels that Cluster API copies. */
  readonly marksNodes: boolean;
  /** Whether the kubelet registers with labels: a ClusterClass decides that by itself. */
  readonly setsKubeletLabels: boolean;
  /** What the taints annotation says. */
  readonly annotatedTaints: readonly NodeTaint[];
  /**
   * `cluster-autoscaler`: it wants to know all that is known. `karpenter-cluster-api`: a label that is neither well known nor in the
   * NodePool makes a machine unusable, there is no smallest size, and volumes mean nothing.
   */
  readonly reader: ScaleFromZeroReader;
  readonly autoscalingOptions: Readonly<Partial<Record<AutoscalingOptionName, Located<string>>>>;
  /** Of a new MachineDeployment. Absent: whoever scales it decides. */
  readonly replicas?: 0;
  /** Whether Cluster API keeps the taints on nodes as well. */
  readonly propagatesTaints: boolean;
  /** Of the priority expander, by price tier. */
  readonly priority?: (tier: number) => number;
}

export function poolOrigin(pool: Pool): Origin {
  return { span: pool.keySpan, keySpan: pool.keySpan, layer: { kind: 'pool', name: pool.name } };
}
