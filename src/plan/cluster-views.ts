import type { Node } from '../kubernetes/api/node.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { Scenario } from '../model/scenario.ts';
import { availability } from './availability.ts';
import { planTables } from './instance-tables.ts';
import { measuredMemory } from './measured-memory.ts';
import { type PoolView, poolView } from './pool-view.ts';

export interface ClusterViewsInput {
  readonly compiled: CompiledCluster;
  readonly vocabulary: LabelVocabulary;
  readonly scenario: Scenario;
  /** Live nodes, by which a warm memory model goes. */
  readonly nodes: readonly Node[];
}

/** The pools that became a NodePool, in the order of the definition, as a scenario leaves them. */
export function clusterViews({
  compiled,
  vocabulary,
  scenario,
  nodes,
}: ClusterViewsInput): readonly PoolView[] {
  const tableOf = planTables({
    vocabulary,
    isAvailable: availability(scenario),
    measured: measuredMemory(nodes, scenario.memory),
  });
  return compiled.pools
    .filter(({ nodePool }) => nodePool !== undefined)
    .map((pool) => poolView(pool, tableOf(pool.table), vocabulary));
}
