import type { AwsInstanceFacts } from '../../catalogue/catalogue.ts';
import type { Ec2NodeClassSpec, NetworkInterface } from '../../kubernetes/api/ec2-node-class.ts';
import type { Exclusion } from '../../model/instance-type.ts';
import { resolveImageFamily } from './image-family.ts';
import { UNKNOWN } from './named-values.ts';

/** What of a node class changes labels and offerings. Pools whose classes agree on it share one list of types. */
export interface ClassTraits {
  /** Equal for equal traits. */
  readonly key: string;
  readonly windowsBuild?: string;
  /** Ids that reservations chosen by the class have or may have; absent where it chooses none. */
  readonly reservationIds?: readonly string[];
  /** Ids that the class's placement group has or may have; absent where it has none. */
  readonly placementGroupIds?: readonly string[];
  /** What keeps types from being launched with this class (Karpenter 1.14, instancetype/compatibility). */
  readonly conditions: readonly ClassCondition[];
}

export interface ClassCondition extends Omit<Exclusion, 'types'> {
  readonly rulesOut: (facts: AwsInstanceFacts) => boolean;
}

/** Ids that the pools of a cluster name: whatever a class selects by other means may be one of them. */
export interface NamedIds {
  readonly reservations: readonly string[];
  readonly placementGroups: readonly string[];
}

const NO_IDS: NamedIds = { reservations: [], placementGroups: [] };

/** Traits of a class. Where there is none, or only a broken one, nothing is known against any type. */
export function classTraits(spec: Ec2NodeClassSpec | undefined, named: NamedIds = NO_IDS): ClassTraits {
  if (spec === undefined) return { key: '', conditions: [] };
  const { windowsBuild } = resolveImageFamily(spec);
  const reservationIds = reservationIdsOf(spec, named);
  const placementGroupIds = placementGroupIdsOf(spec, named);
  const conditions = conditionsOf(spec);
  const labels = {
    ...(windowsBuild === undefined ? {} : { windowsBuild }),
    ...(reservationIds === undefined ? {} : { reservationIds }),
    ...(placementGroupIds === undefined ? {} : { placementGroupIds }),
  };
  const interfaces = spec.networkInterfaces ?? [];
  const settings = conditions.map(({ pointer, reason }) => [pointer, reason]);
  return { key: JSON.stringify([labels, settings, interfaces]), ...labels, conditions };
}

function reservationIdsOf(spec: Ec2NodeClassSpec, named: NamedIds): readonly string[] | undefined {
  const terms = spec.capacityReservationSelectorTerms ?? [];
  if (terms.length === 0) return undefined;
  const listed = terms.flatMap(({ id }) => id ?? []);
  return unique(terms.length === listed.length ? listed : [...listed, ...named.reservations, UNKNOWN]);
}

function placementGroupIdsOf(spec: Ec2NodeClassSpec, named: NamedIds): readonly string[] | undefined {
  const group = spec.placementGroupSelector;
  if (group === undefined) return undefined;
  return group.id === undefined ? unique([...named.placementGroups, UNKNOWN]) : [group.id];
}

/** Sorted, so that the order of terms does not matter. */
function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function conditionsOf(spec: Ec2NodeClassSpec): readonly ClassCondition[] {
  const conditions: ClassCondition[] = [];
  if (resolveImageFamily(spec).family === 'AL2023') {
    conditions.push({
      pointer: spec.amiFamily === undefined ? '/spec/amiSelectorTerms' : '/spec/amiFamily',
      setting: 'the image family `AL2023`',
      reason: 'Karpenter does not launch `a1` types with AL2023.',
      rulesOut: ({ name }) => name.startsWith('a1.'),
    });
  }
  if (spec.connectionTracking !== undefined) {
    conditions.push({
      pointer: '/spec/connectionTracking',
      setting: '`connection_tracking`',
      reason: 'EC2 takes connection tracking timeouts only on types with the Nitro hypervisor.',
      rulesOut: ({ hypervisor }) => hypervisor !== 'nitro',
    });
  }
  if (spec.cpuOptions?.nestedVirtualization === 'enabled') {
    conditions.push({
      pointer: '/spec/cpuOptions/nestedVirtualization',
      setting: '`nested_virtualization`',
      reason: 'EC2 reports no nested virtualization for these types.',
      rulesOut: ({ nestedVirtualization }) => nestedVirtualization === false,
    });
  }
  if (spec.networkInterfaces !== undefined) conditions.push(...interfaceConditions(spec.networkInterfaces));
  return conditions;
}

function interfaceConditions(interfaces: readonly NetworkInterface[]): readonly ClassCondition[] {
  const from = { pointer: '/spec/networkInterfaces', setting: '`network_interfaces`' };
  const efaOnly = interfaces.filter((one) => one.interfaceType === 'efa-only').length;
  return [
    {
      ...from,
      reason: 'Network interfaces can be listed only for types with ENA.',
      rulesOut: ({ ena }) => ena === false,
    },
    {
      ...from,
      reason: 'These types have fewer EFA interfaces than the list has `efa-only` ones.',
      rulesOut: ({ efaCount }) => efaOnly > (efaCount ?? 0),
    },
    {
      ...from,
      reason: 'The list names network cards or devices that these types do not have.',
      rulesOut: (facts) => !hasDevices(facts, interfaces),
    },
  ];
}

function hasDevices(facts: AwsInstanceFacts, interfaces: readonly NetworkInterface[]): boolean {
  const cards = facts.networkCards ?? (facts.enis === undefined ? undefined : [facts.enis]);
  // Where the cards are unknown the type gets the benefit of the doubt.
  return (
    cards === undefined || interfaces.every((one) => one.deviceIndex < (cards[one.networkCardIndex] ?? 0))
  );
}
