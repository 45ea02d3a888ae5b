import type { Scenario } from '../../model/scenario.ts';
import type { PlannedNodes } from '../planned-nodes.ts';
import { groupMembers } from '../../selection/group-members.ts';
import type { KnownGroup } from './group-table.ts';
import type { AutoscaledCluster } from './pack-autoscaler.ts';
import { priceTieText } from './price-tie.ts';

/** What must be said where several backends make nodes for one cluster. */
export function* mixedNotes({ engines: { views } }: PlannedNodes): Iterable<string> {
  const backends = new Set(views.map(({ compiled }) => compiled.backend));
  if (backends.size < 2) return;
  yield 'the pools have different backends, which all react to the same pods at once; the plan lets Karpenter go first and the Cluster Autoscaler last, so that nodes are not counted twice';
}

export interface GroupNotesInput extends PlannedNodes {
  readonly scenario: Scenario | undefined;
}

/** What must be said of node groups. */
export function* groupNotes(input: GroupNotesInput): Iterable<string> {
  yield* autoscalerNotes(input);
  yield* templateNotes(input);
  if (input.outcomes.some(({ planned }) => planned.nodeGroup !== undefined)) {
    yield "Karpenter's provider for Cluster API takes every machine to cost nothing and the first instance type by name, not the cheapest; of the MachineDeployments of a type it takes any, and the plan the first by name; prices are those of the catalogue";
  }
}

function* autoscalerNotes({ engines: { autoscaler }, groups, scenario }: GroupNotesInput): Iterable<string> {
  if (autoscaler === undefined) return;
  const { decision } = autoscaler;
  yield* priorityNotes(autoscaler);
  if (groups.length > 0) {
    yield 'the autoscaler only makes room: kube-scheduler binds the pods on its own, and may put them elsewhere';
  }
  const ties = decision.loops.filter(({ tied }) => tied.length > 1);
  if (ties.length > 0) {
    const most = Math.max(...ties.map(({ tied }) => tied.length));
    yield `where node groups are equally good (up to ${most} of them here), the autoscaler takes any, and the plan the first by name`;
  }
  yield* chanceNotes(autoscaler);
  const lost = autoscaler.views.some(({ groups: all = [] }) => all.some(({ isAvailable }) => !isAvailable));
  if (scenario !== undefined && lost) {
    yield 'the autoscaler learns that a machine cannot be had when it has not come in time (15 minutes unless set otherwise), then passes its node group by for a while: shown is what comes out in the end';
  }
  const total = decision.loops.length;
  if (total > 1) {
    yield `the autoscaler grows one kind of node group at a time: it takes ${total} rounds, 10 seconds apart at least`;
  }
}

/** How far runs differ, and why. */
function* chanceNotes({ decision, ranges, runs, problem }: AutoscaledCluster): Iterable<string> {
  const { packing, choice } = decision.chance;
  if (!packing && !choice) return;
  if (runs === 1) {
    yield 'there is too much here to simulate more than one run: how far others would differ is not known';
    return;
  }
  if (ranges?.priceTie !== undefined) {
    yield priceTieText(ranges.priceTie, problem.options?.expanders ?? ['least-waste']);
  }
  const why = packing
    ? 'in what order the autoscaler looks at pods of different sizes is left to chance: '
    : '';
  yield ranges === undefined
    ? `${why}${runs} simulated runs come to the same`
    : `${why}ranges are over ${runs} simulated runs`;
}

/** The autoscaler looks at priorities, which a class that is not given hides. */
function* priorityNotes({ given: { pods } }: AutoscaledCluster): Iterable<string> {
  const unknown = pods.filter(
    ({ template: { spec } }) => spec.priority === undefined && (spec.priorityClassName ?? '') !== '',
  );
  if (unknown.length === 0) return;
  const names = [...new Set(unknown.map(({ template }) => `\`${template.spec.priorityClassName}\``))];
  const subject = unknown.length === 1 ? '1 pod' : `${unknown.length} pods`;
  const listed = names.sort().join(', ');
  yield `the priority class of ${subject} is not given (${listed}): the priority is taken to be 0`;
}

/** What is believed of new nodes, and what is true. */
function* templateNotes({
  engines: { autoscaler, views, given },
  groups,
  scenario,
}: GroupNotesInput): Iterable<string> {
  const isLive = views.some(({ groups: all = [] }) => all.some(({ members }) => members.length > 0));
  if (autoscaler !== undefined && isLive && scenario?.memory !== 'warm') {
    yield 'new nodes are planned by their annotations; the autoscaler itself goes by a live node of the group where there is one (`--scenario warm`)';
  }
  const short = groups.filter(({ group }) => promisesMore(group));
  if (short.length > 0 && scenario?.memory !== 'warm') {
    const names = [...new Set(short.map(({ planned }) => planned.nodePool))].map((name) => `\`${name}\``);
    yield `the annotations of ${names.join(', ')} say more than pods will get of a node: pods that only fit by the annotations stay pending`;
  }
  const unknown = unknownMembers({ views, given });
  if (unknown > 0) {
    const nodes = unknown === 1 ? '1 live node' : `${unknown} live nodes`;
    yield `of ${nodes} nothing tells the node group: ${unknown === 1 ? 'it counts' : 'they count'} as nobody's, so node groups may have less room than is shown`;
  }
}

function promisesMore({ believed: { resources }, group: { allocatable } }: KnownGroup): boolean {
  return resources.cpuMilli > allocatable.cpuMilli || resources.memoryBytes > allocatable.memoryBytes;
}

function unknownMembers({ views, given }: Pick<PlannedNodes['engines'], 'views' | 'given'>): number {
  const groups = views.flatMap((view) => view.groups ?? []);
  if (groups.length === 0) return 0;
  const known = groups.map(({ group }) => group);
  return groupMembers(given.nodes, known).unknown.length;
}
