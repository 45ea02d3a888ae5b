import type { LocatedMap } from '../diagnostics/located.ts';
import type { CapacityType } from '../model/instance-type.ts';
import type { MemoryModel, Scenario, UnavailableOfferings } from '../model/scenario.ts';
import { readMap, readMaps, readNumber, readText, readTexts, readWord } from './read-located.ts';
import { withoutAbsent } from './without-absent.ts';

/** The `scenarios` setting, in the order in which they are written. */
export function readScenarios(settings: LocatedMap): readonly Scenario[] {
  const scenarios = readMap(settings, 'scenarios');
  if (scenarios === undefined) return [];
  return [...scenarios.entries.keys()].map((name) => readScenario(name, readMap(scenarios, name)));
}

function readScenario(name: string, map: LocatedMap | undefined): Scenario {
  const parts = {
    lostZones: textsAt(map, 'zone_outage') ?? [],
    unavailable: map === undefined ? [] : readMaps(map, 'unavailable').map(readUnavailable),
    replicasPercent: readNumber(map, 'replicas_percent')?.value ?? 100,
    memory: (map === undefined ? undefined : readWord<MemoryModel>(map, 'memory')?.value) ?? 'cold',
  };
  const description = readText(map, 'description')?.value;
  return { name, ...(description === undefined ? {} : { description }), ...parts };
}

function readUnavailable(map: LocatedMap): UnavailableOfferings {
  return withoutAbsent({
    zones: textsAt(map, 'zones'),
    instanceTypes: textsAt(map, 'instance_types'),
    instanceFamilies: textsAt(map, 'instance_families'),
    capacityTypes: textsAt(map, 'capacity_types') as readonly CapacityType[] | undefined,
  });
}

function textsAt(map: LocatedMap | undefined, key: string): readonly string[] | undefined {
  const texts = readTexts(map, key).map(({ value }) => value);
  return texts.length === 0 ? undefined : texts;
}
