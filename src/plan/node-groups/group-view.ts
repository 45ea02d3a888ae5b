import type { Node } from '../../kubernetes/api/node.ts';
import type { BackendName } from '../../model/backend-name.ts';
import type { InstanceType, Offering } from '../../model/instance-type.ts';
import type { NodeGroup } from '../../model/node-group.ts';
import { type AnnotatedMachine, autoscalerMachine, karpenterMachine } from './annotated-machine.ts';
import type { GroupMembers } from '../../selection/group-members.ts';

/** A node group as whoever scales it sees it, in one scenario. */
export interface GroupView {
  readonly group: NodeGroup;
  /** What a new machine is believed to be. Absent: nobody can tell, so the group does not grow from zero. */
  readonly believed?: AnnotatedMachine;
  /** Why it is absent, as a phrase that completes "its annotations ...". */
  readonly problem?: string;
  /** False where the scenario leaves none of its machines to be had. */
  readonly isAvailable: boolean;
  /** Live nodes of the group. */
  readonly members: readonly Node[];
}

export interface GroupViewsInput {
  readonly groups: readonly NodeGroup[];
  readonly backend: BackendName;
  readonly isAvailable: (type: InstanceType, offering: Offering) => boolean;
  readonly members: GroupMembers;
  /** Keys of taints that the Cluster Autoscaler overlooks. */
  readonly startupTaints: readonly string[];
}

/** In the order of the groups. */
export function groupViews(input: GroupViewsInput): readonly GroupView[] {
  const { groups, backend, isAvailable, members, startupTaints } = input;
  return groups.map((group): GroupView => {
    const read =
      backend === 'cluster-autoscaler'
        ? autoscalerMachine(group.annotations, startupTaints)
        : karpenterMachine(group.annotations);
    return {
      group,
      ...(read.ok ? { believed: read.machine } : { problem: read.problem }),
      isAvailable: group.offering.available && isAvailable(group.instanceType, group.offering),
      members: members.byGroup.get(group.name) ?? [],
    };
  });
}
