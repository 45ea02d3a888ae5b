import { overreserved, type Resources } from '../kubernetes/resources.ts';
import type { Quantity } from '../kubernetes/quantity.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { InstanceTable, InstanceType, NodeResources, Offering } from '../model/instance-type.ts';
import type { DroppedType } from '../model/node-group.ts';
import type { Provider, UnmakeableType } from '../model/provider.ts';
import { fitLimits } from '../selection/limit-fit.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import type { PoolConstraints } from '../selection/pool-constraints.ts';
import { type ExpansionWorkloads, hasRoom } from './expansion-workloads.ts';
import { comparePrices, compareText, type MachineOption } from './machine-option.ts';
import { usedOf } from './pool-limits.ts';

export interface CandidateInput {
  readonly constraints: PoolConstraints;
  readonly limits: ReadonlyMap<string, Quantity>;
  /** Those that the constraints admit. */
  readonly types: readonly InstanceType[];
  readonly table: InstanceTable;
  readonly provider: Pick<Provider, 'launch' | 'machines'>;
  /** Why no machine of a type can be made. */
  readonly unmakeable: (type: InstanceType) => UnmakeableType | undefined;
  /** Absent: nothing is known of the pods. */
  readonly workloads?: ExpansionWorkloads | undefined;
}

export interface Candidates {
  /** In the order of the catalogue, capacity types of one type beside each other. */
  readonly options: readonly MachineOption[];
  readonly dropped: readonly DroppedType[];
  /** Whether offerings were left out because nobody knows the names of their zones. */
  readonly hasUnnamedZones: boolean;
  /** About the first type of which no machine can be made. */
  readonly unmakeable?: Diagnostic;
}

/**
 * Every machine that a pool could have: within each limit alone, with an image, with room for pods, in a zone that has a
 * name.
 */
export function candidates(input: CandidateInput): Candidates {
  const { table, provider, workloads } = input;
  const dropped: DroppedType[] = [];
  const found: MachineOption[] = [];
  const accepts = offeringFilter(input.constraints);
  const isNamed = namedZones(table);
  let hasUnnamedZones = false;
  let firstUnmakeable: Diagnostic | undefined;
  for (const type of withinLimits(input, dropped)) {
    const unmakeable = input.unmakeable(type);
    if (unmakeable !== undefined) {
      firstUnmakeable ??= unmakeable.diagnostic;
      dropped.push({ instanceType: type.name, rule: 'no-image', reason: unmakeable.reason });
      continue;
    }
    const resources = table.resourcesOf(type);
    const reason = lackOfRoom(type, resources.allocatable, workloads);
    if (reason !== undefined) {
      dropped.push({ instanceType: type.name, rule: 'daemons', reason });
      continue;
    }
    const usable = type.offerings.filter(accepts);
    const named = usable.filter(({ zone }) => isNamed(zone));
    if (named.length < usable.length) hasUnnamedZones = true;
    if (named.length === 0 && usable.length > 0) {
      dropped.push({ instanceType: type.name, rule: 'unnamed-zone', reason: 'no zone has a name' });
    }
    found.push(...optionsOf(type, resources, named, provider));
  }
  return {
    options: found,
    dropped,
    hasUnnamedZones,
    ...(firstUnmakeable === undefined ? {} : { unmakeable: firstUnmakeable }),
  };
}

function withinLimits(input: CandidateInput, dropped: DroppedType[]): readonly InstanceType[] {
  const { types, table } = input;
  const limits = new Map([...input.limits].filter(([name]) => name !== 'nodes'));
  const nodes = input.limits.get('nodes');
  if (nodes !== undefined && nodes.nano < usedOf('nodes', NOTHING)) {
    dropped.push(...types.map(({ name }) => tooLarge(name, 'nodes')));
    return [];
  }
  const { fitting } = fitLimits({ types, limits, resourcesOf: table.resourcesOf });
  if (fitting.length === types.length) return fitting;
  const kept = new Set(fitting);
  for (const type of types) {
    if (kept.has(type)) continue;
    const { capacity } = table.resourcesOf(type);
    const exceeded = [...limits].find(([name, limit]) => usedOf(name, capacity) > limit.nano)?.[0];
    dropped.push(tooLarge(type.name, exceeded ?? ''));
  }
  return fitting;
}

const NOTHING: Resources = { cpuMilli: 0, memoryBytes: 0, ephemeralStorageBytes: 0, pods: 0, extended: {} };

function tooLarge(instanceType: string, resource: string): DroppedType {
  return { instanceType, rule: 'limits', reason: `one machine exceeds the limit on \`${resource}\`` };
}

function lackOfRoom(
  type: InstanceType,
  allocatable: Resources,
  workloads: ExpansionWorkloads | undefined,
): string | undefined {
  const [short] = overreserved(allocatable);
  if (short !== undefined) return `its reservations exceed its ${short}`;
  // An amount that rounds to nothing would count as unknown.
  if (allocatable.cpuMilli === 0 || allocatable.memoryBytes < MEBIBYTE || allocatable.pods < 1) {
    return 'its reservations leave nothing for pods';
  }
  if (workloads === undefined) return undefined;
  const requests = [workloads.daemonRequests(type), workloads.smallestPod];
  return hasRoom(allocatable, requests) ? undefined : 'daemons leave no room for the smallest pod';
}

const MEBIBYTE = 2 ** 20;

/** Zones that stand in for unknown ones have invented names. */
function namedZones({ pricing }: InstanceTable): (zone: string) => boolean {
  const assumed = pricing.zonesAssumed;
  if (assumed === undefined) return () => true;
  const names = new Set(assumed.named);
  return (zone) => names.has(zone);
}

/** The options of a machine with some of its offerings. Pools of one kind differ in little else, so they share them. */
function optionsOf(
  type: InstanceType,
  resources: NodeResources,
  offerings: readonly Offering[],
  provider: CandidateInput['provider'],
): readonly MachineOption[] {
  const known = options.get(resources);
  if (known !== undefined && known.provider === provider.machines && isSame(known.offerings, offerings)) {
    return known.options;
  }
  const made = makeOptions(type, resources, { offerings, provider });
  options.set(resources, { provider: provider.machines, offerings, options: made });
  return made;
}

interface KnownOptions {
  readonly provider: CandidateInput['provider']['machines'];
  readonly offerings: readonly Offering[];
  readonly options: readonly MachineOption[];
}

/** The last of each machine: resources belong to one type of one kind of node class. */
const options = new WeakMap<NodeResources, KnownOptions>();

function isSame(a: readonly Offering[], b: readonly Offering[]): boolean {
  return a.length === b.length && a.every((offering, i) => offering === b[i]);
}

function makeOptions(
  type: InstanceType,
  resources: NodeResources,
  { offerings, provider }: Pick<CandidateInput, 'provider'> & { readonly offerings: readonly Offering[] },
): readonly MachineOption[] {
  const accelerator = provider.machines?.accelerator(resources.capacity);
  const isExotic = provider.launch.isExotic(type, resources);
  return CAPACITY_TYPES.flatMap((capacityType) => {
    const own = offerings.filter((offering) => offering.capacityType === capacityType);
    if (own.length === 0) return [];
    const byZone = own.sort(
      (a, b) => compareText(a.zone, b.zone) || comparePrices(a.price?.perHourUsd, b.price?.perHourUsd),
    );
    const cheapest = byZone.filter(({ zone }, i) => zone !== byZone[i - 1]?.zone);
    const price = cheapest
      .map((offering) => offering.price?.perHourUsd)
      .reduce((least, one) => (comparePrices(one, least) < 0 ? one : least));
    return {
      type,
      resources,
      capacityType,
      offerings: cheapest,
      ...(accelerator === undefined ? {} : { accelerator }),
      isExotic,
      ...(price === undefined ? {} : { pricePerHourUsd: price }),
    };
  });
}

const CAPACITY_TYPES = ['on-demand', 'spot', 'reserved'] as const;
