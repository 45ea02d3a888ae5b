import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';
import type { Cluster } from './cluster.ts';
import type { CompiledObject } from './compiled-object.ts';
import type { InstanceTable } from './instance-type.ts';
import type { Pool } from './pool.ts';
import type { LabelVocabulary, NodeClassObject } from './provider.ts';
import type { PoolSelection } from './selection.ts';

/** The result of compiling any number of definition files: everything later stages and reporters read. */
export interface Compilation {
  readonly clusters: readonly CompiledCluster[];
  /** Sorted, levels and ignore comments applied. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CompiledCluster {
  readonly cluster: Cluster;
  readonly pools: readonly CompiledPool[];
  /** An error was found in this cluster: its output must not be written. */
  readonly failed: boolean;
  /** This cluster's share of the findings, for its own `fail_on`. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CompiledPool {
  /** With built-in and derived requirements appended. */
  readonly pool: Pool;
  readonly nodeClass?: NodeClassObject;
  readonly nodePool?: NodePoolObject;
  readonly table: InstanceTable;
  readonly selection: PoolSelection;
}

export type NodePoolObject = CompiledObject<NodePoolSpec>;

/** What a rule may look at. */
export interface RuleContext {
  readonly cluster: Cluster;
  readonly labels: LabelVocabulary;
  readonly pools: readonly CompiledPool[];
}
