import { addAmounts, podRequests } from '../../kubernetes/pod-requests.ts';
import type { Resources } from '../../kubernetes/resources.ts';
import type { PlannedNodeGroup } from '../../model/plan.ts';
import { groupBy } from '../group-by.ts';
import type { Launch } from '../launch.ts';
import { type ClaimOutcome, totalUtilisation, utilisationOf } from '../node-claims.ts';
import { plannedOffering } from '../node-claim-price.ts';
import type { PackedEngines } from '../packed-engines.ts';
import type { PoolView } from '../pool-view.ts';
import { wholeResources } from './annotated-machine.ts';
import { groupDaemons } from './group-daemons.ts';
import { type KnownGroup, knownGroups } from './group-table.ts';
import { type WarmTemplate, warmTemplates } from './warm-templates.ts';

/** A node group that the Cluster Autoscaler grows, with what follows from it. */
export interface GroupOutcome {
  readonly planned: PlannedNodeGroup;
  readonly view: PoolView;
  readonly group: KnownGroup;
  /** Of each new machine, in order of creation. */
  readonly podUids: readonly (readonly string[])[];
  /** One machine as something that is launched. */
  readonly launch: Launch;
}

/** By pool in the order of the definition, then by name. */
export function groupOutcomes({
  autoscaler,
  pods,
  nameOf,
  vocabulary,
}: PackedEngines): readonly GroupOutcome[] {
  if (autoscaler === undefined) return [];
  const { decision, views, given, ranges, problem } = autoscaler;
  const warm = warmTemplates(problem);
  const daemonsOf = groupDaemons(given, vocabulary.aliases);
  const grown = new Map(decision.nodeGroups.map((one) => [one.id, one]));
  return views.flatMap((view) =>
    knownGroups(view.groups ?? []).flatMap((known): GroupOutcome[] => {
      const { group, members } = known;
      const found = grown.get(group.id);
      if (found === undefined || found.add === 0) return [];
      const template = warm.get(group.id);
      const requests = times(template?.requestsNano ?? daemonsOf(known, view), found.add);
      for (const uid of found.podUids) {
        const pod = pods.get(uid)?.template;
        if (pod !== undefined) addAmounts(requests, podRequests(pod.spec, pod.status));
      }
      const { offering, instanceType } = group;
      const range = ranges?.byGroup.get(group.id);
      const planned: PlannedNodeGroup = {
        name: group.name,
        nodePool: view.name,
        add: found.add,
        pods: found.podUids.map(nameOf),
        ...machineOf(group),
        currentSize: members.length,
        maxSize: group.maxSize,
        utilisation: multiplied(requests, machineFor(known, template), found.add),
        ...(range === undefined || range.min === range.max ? {} : { range }),
      };
      const type = view.table.byName.get(instanceType.name) ?? instanceType;
      const launch = { candidates: [{ type, offerings: [offering] }], capacityType: offering.capacityType };
      return [{ planned, view, group: known, podUids: found.nodes.map((node) => node.podUids), launch }];
    }),
  );
}

/** Those that grow, and in their places those that only other simulated runs grow, with 0 machines more. */
export function withOtherRuns(
  outcomes: readonly GroupOutcome[],
  { autoscaler }: PackedEngines,
): readonly PlannedNodeGroup[] {
  const byGroup = autoscaler?.ranges?.byGroup;
  if (autoscaler === undefined || byGroup === undefined) return outcomes.map(({ planned }) => planned);
  const own = new Map(outcomes.map(({ group: { group }, planned }) => [group.id, planned]));
  return autoscaler.views.flatMap((view) =>
    knownGroups(view.groups ?? []).flatMap(({ group, members }): PlannedNodeGroup[] => {
      const planned = own.get(group.id);
      if (planned !== undefined) return [planned];
      const range = byGroup.get(group.id);
      if (range === undefined || range.max === 0) return [];
      return [
        {
          name: group.name,
          nodePool: view.name,
          add: 0,
          pods: [],
          ...machineOf(group),
          currentSize: members.length,
          maxSize: group.maxSize,
          utilisation: multiplied(new Map(), group.allocatable, 0),
          range,
        },
      ];
    }),
  );
}

/** The node groups that Karpenter's provider for Cluster API takes machines from. */
export function claimedGroups(
  outcomes: readonly ClaimOutcome[],
  views: readonly PoolView[],
): readonly PlannedNodeGroup[] {
  const byGroup = groupBy(outcomes, ({ planned }) => planned.nodeGroup ?? '');
  return views.flatMap((view) =>
    (view.groups ?? []).flatMap(({ group, members }): PlannedNodeGroup[] => {
      const own = byGroup.get(group.name) ?? [];
      const utilisation = totalUtilisation(own.map(({ planned }) => planned));
      if (utilisation === undefined) return [];
      return [
        {
          name: group.name,
          nodePool: view.name,
          add: own.length,
          pods: own.flatMap(({ planned }) => planned.pods),
          ...machineOf(group),
          currentSize: members.length,
          maxSize: group.maxSize,
          utilisation,
        },
      ];
    }),
  );
}

function machineOf({ instanceType, offering }: KnownGroup['group']) {
  return {
    instanceType: instanceType.name,
    zone: offering.zone,
    capacityType: offering.capacityType,
    ...(offering.price === undefined ? {} : { price: plannedOffering(instanceType.name, offering) }),
  };
}

function times(amounts: ReadonlyMap<string, bigint>, count: number): Map<string, bigint> {
  return new Map([...amounts].map(([name, nano]) => [name, nano * BigInt(count)]));
}

/** What a machine really has for pods, whatever its annotations say: as the live node that stands for it, if there is one. */
function machineFor({ group }: KnownGroup, template: WarmTemplate | undefined): Resources {
  return template === undefined ? group.allocatable : wholeResources(template.allocatableNano);
}

function multiplied(requestsNano: ReadonlyMap<string, bigint>, one: Resources, count: number) {
  return utilisationOf(
    { requestsNano },
    { ...one, cpuMilli: one.cpuMilli * count, memoryBytes: one.memoryBytes * count },
  );
}
