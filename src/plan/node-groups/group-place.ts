import type { ExplainedPlace } from '../../model/explanation.ts';
import type { ClusterPlan, PlannedNodeGroup } from '../../model/plan.ts';
import type { PackedEngines } from '../packed-engines.ts';
import { podName, type PlanPod } from '../plan-pod.ts';

/** Where a pod goes in a cluster with node groups, and why its group grows. */
export function groupPlace(
  pod: PlanPod,
  plan: ClusterPlan,
  { autoscaler }: PackedEngines,
): ExplainedPlace | undefined {
  const name = podName(pod);
  const existing = plan.existingNodes.find(({ pods }) => pods.includes(name));
  if (existing !== undefined) {
    const why = ['there is room on a node that exists, so none has to be made for it'];
    return { on: 'existing node', node: existing.name, order: 1, binding: [], why };
  }
  const claim = plan.nodeClaims.find(({ pods }) => pods.includes(name));
  if (claim !== undefined) {
    const { nodePool, nodeGroup, cheapest, pods } = claim;
    const from = nodeGroup === undefined ? '' : `, a machine of the MachineDeployment \`${nodeGroup}\``;
    const why = [
      `Karpenter makes the node for pool \`${nodePool}\`: ${cheapest.instanceType} in ${cheapest.zone}${from}`,
    ];
    return {
      on: 'new node',
      node: claim.name,
      nodePool,
      order: 1,
      position: pods.indexOf(name) + 1,
      podsOnNode: pods.length,
      binding: [],
      why,
    };
  }
  const group = plan.nodeGroups.find(({ pods }) => pods.includes(name));
  if (group === undefined) return undefined;
  const cheapest = offeringOf(group);
  return {
    on: 'node group',
    node: group.name,
    nodePool: group.nodePool,
    order: 1,
    ...(cheapest === undefined ? {} : { cheapest }),
    binding: [],
    why: [...whyItGrows(pod, group, autoscaler), machineText(group)],
  };
}

function offeringOf({ price }: PlannedNodeGroup) {
  if (price === undefined) return undefined;
  const { instanceType, zone, capacityType, pricePerHourUsd } = price;
  return {
    instanceType,
    zone,
    capacityType,
    ...(pricePerHourUsd === undefined ? {} : { pricePerHourUsd }),
  };
}

function machineText({ add, currentSize, maxSize, instanceType, zone, nodePool }: PlannedNodeGroup): string {
  const size = `from ${currentSize} to ${currentSize + add} of at most ${maxSize}`;
  return `the node group is ${instanceType} in ${zone} of pool \`${nodePool}\`; it grows ${size}`;
}

/** The scale-up that brought the machine. */
function whyItGrows(
  pod: PlanPod,
  group: PlannedNodeGroup,
  autoscaler: PackedEngines['autoscaler'],
): readonly string[] {
  const loops = autoscaler?.decision.loops ?? [];
  const idOf = ({ name }: PlannedNodeGroup) =>
    [...(autoscaler?.groups ?? [])].find(([, one]) => one.group.name === name)?.[0];
  const id = idOf(group);
  const loop = loops.find(({ increases }) => increases.some(({ nodeGroup }) => nodeGroup === id));
  if (loop === undefined || id === undefined) return [];
  const { options, chosen, tied } = loop;
  const helped = options.filter(({ podUids }) => podUids.includes(pod.uid)).length;
  const able =
    helped === 0
      ? `in round ${loop.loop} it had room left for the pod`
      : `in round ${loop.loop}, ${helped === 1 ? '1 node group' : `${helped} node groups`} could take the pod`;
  const how =
    chosen === id
      ? tied.length > 1
        ? `the expander could not tell ${tied.length} of them apart, and this is the first by name`
        : 'the expander chose this one'
      : `the expander chose \`${chosen.slice(chosen.lastIndexOf('/') + 1)}\`, and this one shares the load as it is similar`;
  return [`${able}; ${how}`];
}
