import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import type { BackendName } from './backend-name.ts';
import type { Cluster } from './cluster.ts';
import type { CompiledObject, JsonValue } from './compiled-object.ts';
import type { InstanceTable } from './instance-type.ts';
import type { ManifestSummary } from './manifest-set.ts';
import type { DroppedType, NodeGroup } from './node-group.ts';
import type { Pool } from './pool.ts';
import type { LabelVocabulary, NodeClassObject } from './provider.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { PoolSelection } from './selection.ts';

/** The result of compiling any number of definition files: everything later stages and reporters read. */
export interface Compilation {
  readonly clusters: readonly CompiledCluster[];
  /** Sorted, levels and ignore comments applied. */
  readonly diagnostics: readonly Diagnostic[];
  /** Hand-written objects that were judged beside the clusters. Absent: none were given. */
  readonly manifests?: ManifestSummary;
}

export interface CompiledCluster {
  readonly cluster: Cluster;
  readonly pools: readonly CompiledPool[];
  /** An error was found in this cluster: its output must not be written. */
  readonly failed: boolean;
  /** This cluster's share of the findings, for its own `fail_on`. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the Cluster API backends make for the cluster as a whole. Absent: no pool uses one. */
  readonly clusterApi?: CompiledClusterApi;
  /** With fake nodes in place of machines. Absent: nobody asked for it. */
  readonly rehearsal?: Rehearsal;
}

/** Beside the pools' own objects. */
export interface CompiledClusterApi {
  readonly objects: readonly ClusterApiObject[];
  /** What the output relies on, and what a values file for the Cluster Autoscaler's Helm chart says. */
  readonly autoscaler?: AutoscalerSetup;
}

export interface AutoscalerSetup {
  /** Flags by name, without dashes; a list is a flag that is repeated. */
  readonly flags: Readonly<Record<string, string | readonly string[]>>;
  /** Values of the Helm chart, to be written as YAML. */
  readonly values: JsonValue;
}

export interface CompiledPool {
  readonly backend: BackendName;
  /** With built-in and derived requirements appended. */
  readonly pool: Pool;
  readonly nodeClass?: NodeClassObject;
  readonly nodePool?: NodePoolObject;
  readonly table: InstanceTable;
  readonly selection: PoolSelection;
  /** Of the Cluster API backends. */
  readonly machines?: CompiledMachines;
}

/** What a pool comes to with a Cluster API backend. */
export interface CompiledMachines {
  /** In order of name. */
  readonly nodeGroups: readonly NodeGroup[];
  readonly dropped: readonly DroppedType[];
  /** Keys of the pool's labels that its nodes will not have, each a finding of its own. Absent: none. */
  readonly refusedLabels?: ReadonlySet<string>;
  readonly objects: readonly ClusterApiObject[];
  /** Entries of the Cluster's topology, with `output: topology`; they stand in place of MachineDeployments and templates. */
  readonly topology?: readonly JsonValue[];
}

/** An object of the Cluster API backends. Its metadata is decided by the backend. */
export interface ClusterApiObject extends Omit<CompiledObject, 'pool'> {
  /** Which cluster it is applied to. */
  readonly tree: 'management' | 'workload';
  /** Absent for what is cluster-scoped. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Of a ConfigMap, which has no spec. */
  readonly data?: Readonly<Record<string, string>>;
  /** Rules, subjects, … of RBAC objects: every other top-level field. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  /** Absent: it belongs to the cluster as a whole. */
  readonly pool?: string;
}

export type NodePoolObject = CompiledObject<NodePoolSpec>;

/** What a rule may look at. */
export interface RuleContext {
  readonly cluster: Cluster;
  readonly labels: LabelVocabulary;
  readonly pools: readonly CompiledPool[];
}
