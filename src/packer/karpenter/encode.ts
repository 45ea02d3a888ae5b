import { addAmounts, amountsOf, ONE_POD_NANO } from '../../kubernetes/pod-requests.ts';
import { labelRequirements } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { hasBit, addBit, emptyBits } from '../../selection/bitset.ts';
import { HOSTNAME } from './core-labels.ts';
import { type Daemon, daemonsOf } from './daemons.ts';
import { DomainUniverse } from './domain-universe.ts';
import { isTracked, type StateNode, stateNodes } from './existing-node.ts';
import { ignoredBecause } from './ignored.ts';
import { unmetMinValues } from './min-values.ts';
import type { ClassContext } from './pod-class.ts';
import { PodBook } from './pod-book.ts';
import { inQueueOrder } from './pod-queue.ts';
import type { PackerInstanceType, PackerPool, PendingPod, Problem } from './problem.ts';
import { onlyValue, RequirementSpace } from './requirement-space.ts';
import { ResourceSpace } from './resource-space.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { NodeInRun, SchedulerInput } from './scheduler.ts';
import { limitsOf, poolRequirements, poolsInOrder, Template, templateRequirements } from './template.ts';
import { Topology, type TopologyInput } from './topology.ts';
import { TypeTable } from './type-table.ts';
import { VolumeBook } from './volumes.ts';

/** A problem in the form that the scheduler works on. */
export interface Encoded {
  readonly problem: Problem;
  readonly scheduler: SchedulerInput;
  readonly queue: readonly QueuedPod[];
  readonly resources: ResourceSpace;
  readonly ignored: ReadonlyMap<string, string>;
  readonly tables: Tables;
}

/** By list of types: pools may share one. */
type Tables = ReadonlyMap<readonly PackerInstanceType[], TypeTable>;

const NO_TABLES: Tables = new Map();

/**
 * With `earlier`, an encoding of a problem with the same label rules, instance types that both have in common are not
 * encoded again, unless resources or amounts have come up that are not in it.
 */
export function encode(problem: Problem, earlier?: Encoded): Encoded {
  const pools = poolsInOrder(problem.nodePools);
  const volumes = new VolumeBook(problem);
  const { pods, ignored } = withoutIgnored(problem, volumes);
  const resources = earlier?.resources.copy() ?? new ResourceSpace();
  // Those that every type has and overhead is taken from, asked for or not.
  for (const name of ['cpu', 'memory', 'pods', 'ephemeral-storage']) resources.column(name);
  const space = earlier?.scheduler.space ?? new RequirementSpace(problem.labels.wellKnown);
  const book = new PodBook(pods, resources);
  const daemons = daemonsOf(problem.daemonSets ?? [], problem.boundPods ?? [], problem.labels.aliases);
  const states = stateNodes(problem, volumes);
  addColumns(pools, daemons, states, resources);
  const isKnown = earlier !== undefined && !resources.refined && resources.size === earlier.resources.size;
  const tables = encodeTables(pools, {
    problem,
    space,
    resources,
    known: isKnown ? earlier.tables : NO_TABLES,
  });
  const templates = encodeTemplates({ problem, pools, tables, daemons, space, resources });
  const topology = new Topology(topologyInput({ problem, pools, tables, states, pods, space }));
  const nodes = states.map((state) => nodeInRun(state, daemons, { problem, space, resources, topology }));
  const limits = remainingLimits(pools, states, resources);
  const context: ClassContext = {
    space,
    labels: problem.labels,
    policy: problem.options?.preferencePolicy ?? 'Respect',
    toleratePreferNoSchedule: pools.some((pool) =>
      (pool.spec.template?.spec.taints ?? []).some(({ effect }) => effect === 'PreferNoSchedule'),
    ),
    templates: () => templates.length,
  };
  const queued = pods.map((pod) => book.queued(pod, { context, resources, volumes }));
  for (const { podClass } of queued) topology.register(podClass.first);
  return {
    problem,
    resources,
    ignored,
    tables,
    queue: inQueueOrder(queued, { cpu: resources.column('cpu'), memory: resources.column('memory') }),
    scheduler: {
      hasNodePools: pools.length > 0,
      templates,
      nodes,
      limits,
      nodesColumn: resources.find('nodes'),
      topology,
      space,
      columns: resources.size,
      askedColumns: askedColumns(queued),
      reservations: reservationsOf(tables),
      reservedCapacity: problem.options?.reservedCapacity === false ? 'off' : 'counted',
      minValues: problem.options?.minValuesPolicy ?? 'Strict',
    },
  };
}

function topologyInput(input: {
  readonly problem: Problem;
  readonly pools: readonly PackerPool[];
  readonly tables: ReadonlyMap<readonly PackerInstanceType[], TypeTable>;
  readonly states: readonly StateNode[];
  readonly pods: readonly PendingPod[];
  readonly space: RequirementSpace;
}): TopologyInput {
  const { problem, pools, tables, states, pods, space } = input;
  const stateLabels = new Map(states.map(({ node, labels }) => [node, labels]));
  return {
    space,
    policy: problem.options?.preferencePolicy ?? 'Respect',
    universe: new DomainUniverse(
      pools.map((pool) => ({
        set: poolRequirements(pool, problem.labels),
        taints: pool.spec.template?.spec.taints ?? [],
        table: tables.get(pool.instanceTypes) as TypeTable,
      })),
    ),
    nodes: (problem.nodes ?? []).map((node) => ({
      name: node.metadata.name,
      labels: node.metadata.labels ?? {},
      taints: node.spec?.taints ?? [],
      isTracked: isTracked(node),
      stateLabels: stateLabels.get(node),
    })),
    boundPods: problem.boundPods ?? [],
    namespaces: withDefaultNamespace(problem),
    excludedUids: new Set((problem.boundPods ?? []).length === 0 ? [] : pods.map(({ uid }) => uid)),
    aliases: problem.labels.aliases,
  };
}

/** The least that any pool's types say of a reservation, whether or not the pool can use them. */
function reservationsOf(tables: Tables): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reservations } of tables.values()) {
    for (const [id, count] of reservations) counts.set(id, Math.min(count, counts.get(id) ?? count));
  }
  return counts;
}

/** Columns of which any pod wants something. */
function askedColumns(queued: readonly QueuedPod[]): readonly number[] {
  const asked = new Set<number>();
  for (const shape of new Set(queued.map(({ podClass }) => podClass.shape))) {
    for (const column of shape.asked) asked.add(column);
  }
  return [...asked].sort((a, b) => a - b);
}

function withoutIgnored(problem: Problem, volumes: VolumeBook) {
  const ignored = new Map<string, string>();
  const policy = problem.options?.preferencePolicy ?? 'Respect';
  if (problem.options?.skipValidation === true) return { pods: problem.pods, ignored };
  const pods: PendingPod[] = [];
  // Replicas share a verdict unless volumes, which have names of their own, play a part.
  const verdicts = new Map<PendingPod['template'], string | undefined>();
  for (const pod of problem.pods) {
    const { template } = pod;
    const own = (template.spec.volumes ?? []).length > 0;
    let reason = own ? undefined : verdicts.get(template);
    if (own || !verdicts.has(template)) {
      const { name, namespace } = pod;
      const { spec, labels = {} } = template;
      reason = ignoredBecause({ name, namespace, spec, labels, policy }, problem.labels, volumes);
      verdicts.set(template, reason);
    }
    if (reason === undefined) pods.push(pod);
    else ignored.set(pod.uid, reason);
  }
  return { pods, ignored };
}

function addColumns(
  pools: readonly PackerPool[],
  daemons: readonly Daemon[],
  states: readonly StateNode[],
  resources: ResourceSpace,
): void {
  const add = (amounts: ReadonlyMap<string, bigint>) => {
    for (const [name, nano] of amounts) resources.fromNano(resources.column(name), nano);
  };
  for (const daemon of daemons) add(daemon.requests);
  for (const pool of pools) limitsOf(pool, resources);
  for (const state of states) {
    for (const amounts of [state.available, amountsOf(state.capacity)]) {
      for (const [name, nano] of amounts) {
        const column = resources.find(name);
        if (column !== undefined) resources.fromNano(column, nano);
      }
    }
  }
}

/** One table per list of types. Amounts finer than expected change the unit of their column, and all are read again. */
function encodeTables(
  pools: readonly PackerPool[],
  input: {
    readonly problem: Problem;
    readonly space: RequirementSpace;
    readonly resources: ResourceSpace;
    readonly known: Tables;
  },
): Tables {
  const { problem, space, resources } = input;
  let { known } = input;
  while (true) {
    resources.refined = false;
    const tables = new Map<readonly PackerInstanceType[], TypeTable>();
    for (const { instanceTypes: types } of pools) {
      if (tables.has(types)) continue;
      tables.set(types, known.get(types) ?? new TypeTable(types, space, resources, problem.labels));
    }
    if (!resources.refined) return tables;
    known = NO_TABLES;
  }
}

function encodeTemplates(input: {
  readonly problem: Problem;
  readonly pools: readonly PackerPool[];
  readonly tables: ReadonlyMap<readonly PackerInstanceType[], TypeTable>;
  readonly daemons: readonly Daemon[];
  readonly space: RequirementSpace;
  readonly resources: ResourceSpace;
}): readonly Template[] {
  const { problem, pools, tables, daemons, space, resources } = input;
  const found = pools.flatMap((pool) => {
    const state = space.intern(templateRequirements(pool, problem.labels));
    const table = tables.get(pool.instanceTypes) as TypeTable;
    const types = usableTypes(table, state);
    if (types.every((word) => word === 0)) return [];
    const strict = problem.options?.minValuesPolicy !== 'BestEffort';
    if (strict && unmetMinValues(types, state, table).size > 0) return [];
    return [{ pool, state, table, types }];
  });
  return found.map((fields, index) => new Template({ ...fields, index, daemons, space, resources }));
}

/** Types that hold an empty pod: compatible, offered, and with nothing below zero. */
function usableTypes(table: TypeTable, state: Template['state']) {
  const admitted = table.admitted(state);
  const types = emptyBits(table.size);
  for (let type = 0; type < table.size; type++) {
    if (!hasBit(admitted.types, type)) continue;
    const end = table.offerStart[type + 1] as number;
    for (let offer = table.offerStart[type] as number; offer < end; offer++) {
      if (admitted.kinds[table.offerKind[offer] as number] !== 1) continue;
      if (table.overreserved[table.offerRow[offer] as number] === 1) continue;
      addBit(types, type);
      break;
    }
  }
  return types;
}

function withDefaultNamespace(problem: Problem) {
  const listed = problem.namespaces ?? [];
  return listed.some(({ metadata }) => metadata.name === 'default')
    ? listed
    : [...listed, { metadata: { name: 'default' } }];
}

function nodeInRun(
  stateNode: StateNode,
  daemons: readonly Daemon[],
  tools: {
    readonly problem: Problem;
    readonly space: RequirementSpace;
    readonly resources: ResourceSpace;
    readonly topology: Topology;
  },
): NodeInRun {
  const { problem, space, resources, topology } = tools;
  const labels = Requirements.of(labelRequirements(stateNode.labels, problem.labels.aliases));
  const expected = expectedDaemons(stateNode, labels, daemons);
  const remaining = new Float64Array(resources.size);
  let exhausted = false;
  for (const [name, nano] of stateNode.available) {
    const owed = (expected.get(name) ?? 0n) - (stateNode.daemonRequests.get(name) ?? 0n);
    const left = nano - (owed > 0n ? owed : 0n);
    if (left < 0n) exhausted = true;
    const column = resources.find(name);
    if (column !== undefined) remaining[column] = resources.fromNano(column, left);
  }
  return {
    stateNode,
    host: topology.hosts.id(stateNode.hostname),
    remaining,
    exhausted,
    state: space.intern(labels.add([onlyValue(HOSTNAME, stateNode.hostname)])),
    pods: [],
  };
}

/** What all daemons that belong on a node ask for together, those that run there already included. */
function expectedDaemons(
  node: StateNode,
  labels: Requirements,
  daemons: readonly Daemon[],
): ReadonlyMap<string, bigint> {
  const expected = new Map<string, bigint>();
  const strictly = { allowUndefined: new Set<string>() };
  for (const daemon of daemons) {
    if (daemon.usesResourceClaims || !daemon.tolerates(node.taints)) continue;
    if (!labels.compatible(daemon.strict, strictly)) continue;
    addAmounts(expected, new Map([...daemon.requests, ['pods', ONE_POD_NANO]]));
  }
  return expected;
}

/** Limits less what the pools' nodes hold already. */
function remainingLimits(
  pools: readonly PackerPool[],
  states: readonly StateNode[],
  resources: ResourceSpace,
): ReadonlyMap<string, Map<number, number>> {
  const limits = new Map(pools.map((pool) => [pool.metadata.name, limitsOf(pool, resources)]));
  for (const state of states) {
    const own = limits.get(state.labels['karpenter.sh/nodepool'] ?? '');
    for (const [column, left] of own ?? []) {
      const name = resources.name(column);
      const text = name === 'nodes' ? '1' : state.capacity[name];
      if (text !== undefined) own?.set(column, left - resources.amount(column, text));
    }
  }
  return limits;
}
