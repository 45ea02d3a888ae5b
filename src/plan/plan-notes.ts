import type { PlannedCost, PlannedNodePool, UnschedulablePod } from '../model/plan.ts';
import type { Scenario } from '../model/scenario.ts';
import { limitNotes } from './limit-notes.ts';
import { groupNotes, mixedNotes } from './node-groups/group-notes.ts';
import type { PlannedNodes } from './planned-nodes.ts';

export interface PlanNotesInput extends PlannedNodes {
  readonly scenario: Scenario | undefined;
  readonly nodePools: readonly PlannedNodePool[];
  readonly unschedulable: readonly UnschedulablePod[];
  /** Of the whole cluster. */
  readonly cost: PlannedCost;
}

/** What a reader must know to take the figures for what they are, as sentences without a final full stop. */
export function planNotes(input: PlanNotesInput): readonly string[] {
  return [
    ...workloadNotes(input),
    ...mixedNotes(input),
    ...chanceNotes(input),
    ...groupNotes(input),
    ...emptyNotes(input),
    ...existingNotes(input),
    ...priceNotes(input),
    ...limitNotes(input),
    ...poolNotes(input),
  ];
}

function* workloadNotes({ engines: { given }, scenario }: PlanNotesInput): Iterable<string> {
  if (given.pods.length === 0) {
    yield 'there are no pods to place; shown is whether each pool can launch a node that holds its daemons';
  }
  const hasMeasures = given.nodes.some(
    ({ metadata, status }) =>
      metadata.labels?.['node.kubernetes.io/instance-type'] !== undefined &&
      status?.capacity?.['memory'] !== undefined,
  );
  if (scenario?.memory === 'warm' && !hasMeasures) {
    yield 'memory is estimated: what machines really have is known from live nodes only (`--nodes`)';
  }
}

/** Karpenter aims at one domain per attempt, and takes another one the next time where several are equally full. */
function* chanceNotes({ engines: { given, karpenter }, unschedulable }: PlanNotesInput): Iterable<string> {
  if (karpenter.length === 0) return;
  const without = new Set(unschedulable.map(({ pod }) => pod));
  const spreads = given.pods.some(
    ({ namespace, name, template }) =>
      without.has(`${namespace}/${name}`) &&
      (template.spec.topologySpreadConstraints ?? []).some(({ topologyKey }) => topologyKey !== HOSTNAME),
  );
  if (spreads) {
    yield 'of several equally full zones Karpenter takes any and the plan the first by name: some spread pods without a place may get one';
  }
}

const HOSTNAME = 'kubernetes.io/hostname';

/** Machines for pods that others keep away in the end. */
function* emptyNotes({ outcomes, groups }: PlanNotesInput): Iterable<string> {
  const all = groups.flatMap(({ podUids }) => podUids);
  const empty = all.filter((uids) => uids.length === 0).length;
  if (empty === 0) return;
  yield `${empty} of ${outcomes.length + all.length} new nodes ${empty === 1 ? 'stays' : 'stay'} empty: the pods that they were made for went elsewhere, or may not go there`;
}

function* existingNotes({ cost: { unpricedExistingNodes: count } }: PlanNotesInput): Iterable<string> {
  if (count === 0) return;
  const [nodes, are] = count === 1 ? ['node', 'is'] : ['nodes', 'are'];
  yield `${count} ${nodes} that ${are} there already ${are} left out of the sums: the labels do not tell a type, zone and capacity type with a known price`;
}

function* priceNotes({ outcomes, groups, nodePools }: PlanNotesInput): Iterable<string> {
  if (outcomes.length + groups.length === 0) return;
  const chosen = outcomes.filter(({ planned }) => planned.nodeGroup === undefined);
  if (chosen.length > 0) {
    yield 'the cloud chooses the final instance among those that are sent; the cheapest is shown';
  }
  if (chosen.some(({ launch }) => launch.capacityType === 'spot')) {
    yield 'expected, for spot: half way between the cheapest and the dearest machine that is sent';
  }
  const unpriced = nodePools.reduce((sum, { cost }) => sum + cost.unpricedNodeClaims, 0);
  if (unpriced > 0) yield `${unpriced} of the new nodes have no known price and are left out of the sums`;
  if (outcomes.some(({ launch }) => launch.candidates.some(({ offerings }) => offerings.some(isReserved)))) {
    yield 'how much is left of capacity reservations is not known: they are taken to suffice, without a price';
  }
}

function isReserved({ capacityType }: { readonly capacityType: string }): boolean {
  return capacityType === 'reserved';
}

function* poolNotes({ engines: { views } }: PlanNotesInput): Iterable<string> {
  for (const { name, compiled } of views) {
    const { replicas } = compiled.pool;
    if (replicas === undefined) continue;
    const nodes = replicas.value === 1 ? 'its node is' : `its ${replicas.value} nodes are`;
    yield `pool \`${name}\` is static: ${nodes} taken to be there, each as the cheapest type where no dump says otherwise`;
  }
}
