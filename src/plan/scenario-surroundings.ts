import type { CompiledCluster } from '../model/compilation.ts';
import type { ScenarioSurroundings } from './parse-scenario.ts';

/** What scenarios of a cluster may name: its own, its zones, the types that are offered there. */
export function scenarioSurroundings({ cluster, pools }: CompiledCluster): ScenarioSurroundings {
  const zones = new Set<string>();
  const instanceTypes = new Set<string>();
  for (const types of new Set(pools.map(({ table }) => table.types))) {
    for (const { name, offerings } of types) {
      if (offerings.length > 0) instanceTypes.add(name);
      for (const { zone } of offerings) zones.add(zone);
    }
  }
  return {
    defined: cluster.settings.scenarios,
    zones: [...zones].sort(),
    instanceTypes: [...instanceTypes],
  };
}
