import type { Scenario } from '../format.ts';
import { LABEL, type Context, type Mutable } from './context.ts';
import { daemonSets } from './daemons.ts';
import { existingNodes } from './existing-nodes.ts';
import { FAMILIES, type FamilyName, type Feature } from './features.ts';
import { instanceTypes } from './instance-types.ts';
import { podGroups } from './pod-groups.ts';
import { nodePools, POOL_NAMES } from './pools.ts';
import { Rng } from './rng.ts';
import { csiNodes, EBS_ZONE, mountedByBound, withStorage } from './storage.ts';

export interface RandomScenario extends Scenario {
  readonly family: string;
  /** The features it may contain. */
  readonly tags: readonly Feature[];
}

const ZONES = ['test-zone-1', 'test-zone-2', 'test-zone-3', 'test-zone-4'];

const WELL_KNOWN = [
  LABEL.category,
  LABEL.family,
  LABEL.generation,
  LABEL.size,
  LABEL.cpu,
  LABEL.memory,
  LABEL.gpuCount,
  LABEL.gpuName,
  LABEL.reservationId,
  LABEL.zoneId,
];

/** Scenario number `index` of a seed: the same ever after, whatever other scenarios are made. */
export function randomScenario(seed: string, index: number, family?: FamilyName): RandomScenario {
  const rng = new Rng(`${seed}/${family ?? ''}/${index}`);
  const chosen = family ?? rng.pick(Object.keys(FAMILIES) as FamilyName[]);
  const context = contextOf(rng, featuresOf(rng, chosen));
  const name = `random/${chosen}/${seed}-${index}${family === undefined ? '' : '-only'}`;
  const scenario: Mutable<RandomScenario> = {
    name,
    family: chosen,
    tags: [...context.features].sort(),
    options: optionsOf(context),
    wellKnownLabels: wellKnown(context),
    ...(context.features.has('aliases') ? { normalizedLabels: { [EBS_ZONE]: LABEL.zone } } : {}),
    restrictedLabelDomains: ['karpenter.k8s.aws'],
    nodePools: nodePools(context),
    instanceTypes: typesOfPools(context),
  };
  addObjects(context, scenario);
  return scenario;
}

function addObjects(context: Context, scenario: Mutable<RandomScenario>): void {
  const { groups, ...storage } = withStorage(context, podGroups(context));
  const daemons = daemonSets(context);
  const existing = existingNodes(context, scenario.nodePools ?? [], groups);
  scenario.podGroups = groups;
  if (daemons.length > 0) scenario.daemonSets = daemons;
  if (existing.nodes.length > 0) scenario.nodes = existing.nodes;
  if (existing.nodeClaims.length > 0) scenario.nodeClaims = existing.nodeClaims;
  if (existing.boundPods.length > 0) scenario.boundPods = mountedByBound(context, existing.boundPods, groups);
  if (context.features.has('volumes')) {
    Object.assign(scenario, storage);
    scenario.csiNodes = csiNodes(context, existing.nodes);
  }
  if (context.features.has('namespaces')) {
    scenario.namespaces = [
      { metadata: { name: 'live', labels: { stage: 'live' } } },
      { metadata: { name: 'trial', labels: { stage: 'trial' } } },
    ];
  }
}

function featuresOf(rng: Rng, family: FamilyName): ReadonlySet<Feature> {
  const { always, sometimes, chance } = FAMILIES[family];
  return new Set([...always, ...rng.some(sometimes, chance)]);
}

function contextOf(rng: Rng, features: ReadonlySet<Feature>): Context {
  const zones = ZONES.slice(
    0,
    rng.weighted([[1, 1] as const, [2, 2] as const, [6, 3] as const, [1, 4] as const]),
  );
  const count = rng.weighted([
    [6, rng.between(5, 15)] as const,
    [4, rng.between(12, 40)] as const,
    [0.5, 64] as const,
  ]);
  return {
    rng,
    features,
    zones,
    types: instanceTypes({ rng, features, zones, count }),
    poolNames: rng.sample(POOL_NAMES, features.has('many-claims') ? rng.between(1, 2) : rng.between(1, 5)),
    apps: Array.from({ length: groupCount(rng, features) }, (_, i) => `app${i}`),
    namespaces: ['default', 'live', 'trial'],
  };
}

function groupCount(rng: Rng, features: ReadonlySet<Feature>): number {
  if (features.has('many-claims')) return rng.between(3, 7);
  return features.has('many-pods') ? rng.between(2, 6) : rng.between(2, 9);
}

function optionsOf({ rng, features }: Context): NonNullable<Scenario['options']> {
  return {
    ...(features.has('ignore-preferences') ? { preferencePolicy: 'Ignore' } : {}),
    ...(features.has('best-effort') ? { minValuesPolicy: 'BestEffort' } : {}),
    ...(features.has('reserved') && rng.chance(0.1) ? { reservedCapacity: false } : {}),
    ...(features.has('min-values') && rng.chance(0.2) ? { maxInstanceTypes: rng.between(2, 10) } : {}),
  };
}

/** Now and then one that types have is unknown: then pods may not ask for it. */
function wellKnown({ rng, features }: Context): readonly string[] {
  const unknown = features.has('invalid-pods') && rng.chance(0.2) ? rng.pick(WELL_KNOWN) : undefined;
  return WELL_KNOWN.filter((key) => key !== unknown);
}

/** One list for all pools, or one for each. */
function typesOfPools({ rng, features, types, poolNames }: Context): NonNullable<Scenario['instanceTypes']> {
  if (!features.has('own-types')) return types;
  return Object.fromEntries(
    poolNames.map((name) => [name, rng.sample(types, rng.chance(0.05) ? 0 : rng.between(1, types.length))]),
  );
}
