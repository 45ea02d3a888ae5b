import type { Node } from '../kubernetes/api/node.ts';
import type { CompiledCluster, CompiledPool } from '../model/compilation.ts';
import type { InstanceTable } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import type { Scenario } from '../model/scenario.ts';
import { availability } from './availability.ts';
import { type PlanTable, planTables } from './instance-tables.ts';
import { measuredMemory } from './measured-memory.ts';
import { startupTaintKeys } from './node-groups/autoscaler-flags.ts';
import { groupMembers } from '../selection/group-members.ts';
import { groupPoolView } from './node-groups/group-pool-view.ts';
import { groupViews } from './node-groups/group-view.ts';
import { type PoolView, poolView } from './pool-view.ts';

export interface ClusterViewsInput {
  readonly compiled: CompiledCluster;
  readonly vocabulary: LabelVocabulary;
  readonly scenario: Scenario;
  /** Live nodes, by which a warm memory model goes, and by which node groups have machines already. */
  readonly nodes: readonly Node[];
}

/** The pools that became a NodePool or node groups, in the order of the definition, as a scenario leaves them. */
export function clusterViews({
  compiled,
  vocabulary,
  scenario,
  nodes,
}: ClusterViewsInput): readonly PoolView[] {
  const isAvailable = availability(scenario);
  const tableOf = changesTypes(scenario)
    ? planTables({ vocabulary, isAvailable, measured: measuredMemory(nodes, scenario.memory) })
    : asWritten(vocabulary);
  const members = groupMembers(nodes, compiled.pools.flatMap(groupsOf));
  const startupTaints = startupTaintKeys(compiled.clusterApi);
  return compiled.pools.flatMap((pool) => {
    if (pool.backend === 'karpenter') {
      return pool.nodePool === undefined ? [] : [poolView(pool, tableOf(pool.table), vocabulary)];
    }
    if (pool.machines === undefined) return [];
    const { backend } = pool;
    return [
      groupPoolView(
        pool,
        groupViews({ groups: groupsOf(pool), backend, isAvailable, members, startupTaints }),
      ),
    ];
  });
}

function changesTypes({ unavailable, lostZones, memory }: Scenario): boolean {
  return unavailable.length > 0 || lostZones.length > 0 || memory === 'warm';
}

/** Clusters of one provider share their instance tables, so most plans need the same ones. */
const tablesAsWritten = new WeakMap<LabelVocabulary, (table: InstanceTable) => PlanTable>();

function asWritten(vocabulary: LabelVocabulary): (table: InstanceTable) => PlanTable {
  let found = tablesAsWritten.get(vocabulary);
  if (found === undefined) {
    found = planTables({
      vocabulary,
      isAvailable: () => true,
      measured: (_type, resources) => resources,
    });
    tablesAsWritten.set(vocabulary, found);
  }
  return found;
}

function groupsOf({ machines }: CompiledPool) {
  return machines?.nodeGroups ?? [];
}
