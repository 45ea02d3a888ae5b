import type { RequirementInput } from '../../kubernetes/requirement.ts';
import type { Resources } from '../../kubernetes/resources.ts';
import type { InstanceType, NodeResources } from '../../model/instance-type.ts';
import type { PackerInstanceType } from '../../packer/karpenter/problem.ts';
import { groupBy } from '../group-by.ts';
import type { PlanTable } from '../instance-tables.ts';
import { resourceList } from '../resource-list.ts';
import type { AnnotatedMachine } from './annotated-machine.ts';
import type { GroupView } from './group-view.ts';

/** A group of which it is known what its machines are believed to be. */
export interface KnownGroup extends GroupView {
  readonly believed: AnnotatedMachine;
}

export function knownGroups(groups: readonly GroupView[]): readonly KnownGroup[] {
  return groups.flatMap((view) =>
    view.believed === undefined ? [] : [{ ...view, believed: view.believed }],
  );
}

const NOTHING: Resources = {
  cpuMilli: 0,
  memoryBytes: 0,
  ephemeralStorageBytes: 0,
  pods: 0,
  extended: {},
};

/**
 * The node groups of a pool as instance types: the groups of one type are its offerings. What a machine has for pods is what
 * its annotations say; what limits count is what the machine really has.
 */
export function groupTable(groups: readonly GroupView[]): PlanTable {
  const known = knownGroups(groups);
  const resources = new Map<string, NodeResources>();
  const types = [...groupBy(known, ({ group }) => group.instanceType.name)].map(([name, own]) => {
    const [first] = own;
    resources.set(name, {
      capacity: first?.group.capacity ?? NOTHING,
      allocatable: first?.believed.resources ?? NOTHING,
    });
    return mergedType(name, own);
  });
  return {
    types,
    byName: new Map(types.map((type) => [type.name, type])),
    packerTypes: packerTypes(known, new Map()),
    resourcesOf: ({ name }) => resources.get(name) ?? { capacity: NOTHING, allocatable: NOTHING },
  };
}

function mergedType(name: string, groups: readonly KnownGroup[]): InstanceType {
  const labels = new Map<string, string[]>();
  for (const { believed } of groups) {
    for (const [key, value] of believed.labels) {
      const values = labels.get(key) ?? [];
      if (!values.includes(value)) values.push(value);
      labels.set(key, values);
    }
  }
  const offerings = groups.map(({ group, isAvailable }) => ({ ...group.offering, available: isAvailable }));
  return { name, labels, offerings };
}

/**
 * As Karpenter's provider for Cluster API describes MachineDeployments: every label a requirement, nothing reserved, one
 * on-demand offering that costs nothing and can be had while the group is below its maximum. `added` machines, by name of
 * the group, are on their way beside the live ones.
 */
export function packerTypes(
  groups: readonly KnownGroup[],
  added: ReadonlyMap<string, number>,
): readonly PackerInstanceType[] {
  return groups.map(({ group, believed: { labels, resources }, isAvailable, members }) => ({
    name: labels.get('node.kubernetes.io/instance-type') ?? '',
    requirements: [...labels].map(([key, value]) => only(key, value)),
    offerings: [
      {
        requirements: [
          only('topology.kubernetes.io/zone', labels.get('topology.kubernetes.io/zone') ?? ''),
          only('karpenter.sh/capacity-type', 'on-demand'),
        ],
        price: 0,
        available: isAvailable && members.length + (added.get(group.name) ?? 0) < group.maxSize,
      },
    ],
    capacity: resourceList(resources),
  }));
}

function only(key: string, value: string): RequirementInput {
  return { key, operator: 'In', values: [value] };
}
