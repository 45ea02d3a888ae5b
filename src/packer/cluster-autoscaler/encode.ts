import type { Pod, PodSpec } from '../../kubernetes/api/pod.ts';
import { isTerminal } from '../karpenter/is-terminal.ts';
import { Columns } from './amounts.ts';
import { ClassBook } from './class-book.ts';
import type { IgnoredReason } from './decision.ts';
import type { NodeKind } from './node-kind.ts';
import { KindMaker, templateKinds } from './node-kinds.ts';
import type { PodClass } from './pod-class.ts';
import type { PendingPod, Problem } from './problem.ts';
import { HOSTNAME } from './sim-node.ts';
import { VolumeShelf } from './volume-needs.ts';
import type { Placeable, Vector } from './world.ts';

/** A node that can take pods from the start. */
export interface StartingNode {
  readonly kind: NodeKind;
  /** Absent for nodes on their way: they get one. */
  readonly live: { readonly hostname: string | undefined } | undefined;
}

/** A problem in the form that a run works on. Nothing in it changes, so any number of runs share it. */
export interface Encoded {
  readonly problem: Problem;
  readonly columns: Columns;
  readonly classes: readonly PodClass[];
  readonly askers: readonly PodClass[];
  readonly vectors: readonly Vector[];
  /** Those that the autoscaler looks at, in order of creation. */
  readonly pods: readonly PendingPod[];
  /** By index of the pod; pods that are alike share one. */
  readonly placeables: readonly Placeable[];
  /** By index of the pod: equal numbers for pods that are the same to the autoscaler. */
  readonly shapes: readonly number[];
  /** Indexes of pods: highest priority first, then in order of creation. */
  readonly byPriority: readonly number[];
  readonly ignored: ReadonlyMap<string, IgnoredReason>;
  /** By index of the group. */
  readonly templates: readonly (NodeKind | undefined)[];
  /** Live nodes that take pods, then those on their way. */
  readonly starting: readonly StartingNode[];
  /** Nodes that count for limits and take no pods. */
  readonly others: readonly NodeKind[];
}

/** Below it a pod may wait for ever (`--expendable-pods-priority-cutoff`). */
const EXPENDABLE_BELOW = -10;

export function encode(problem: Problem): Encoded {
  const book = new ClassBook(problem);
  const shelf = new VolumeShelf(problem);
  const ignored = new Map<string, IgnoredReason>();
  const { pods, placeables, shapes } = queue(problem, { book, shelf, ignored });
  const columns = new Columns();
  for (const { requests } of book.askers) for (const name of requests.keys()) columns.column(name);
  const maker = new KindMaker({ problem, columns, book, shelf });
  const templates = templateKinds(problem.nodeGroups, maker);
  const nodes = startingNodes(problem, maker, templates);
  return {
    problem,
    columns,
    classes: book.classes,
    askers: book.askers,
    vectors: book.classes.map(({ requests }) => {
      const amounts = columns.vector(requests);
      return { amounts, asked: [...amounts.keys()].filter((column) => (amounts[column] ?? 0) > 0) };
    }),
    pods,
    placeables,
    shapes,
    byPriority: byPriority(pods),
    ignored,
    templates,
    ...nodes,
  };
}

function queue(
  problem: Problem,
  to: { readonly book: ClassBook; readonly shelf: VolumeShelf; readonly ignored: Map<string, IgnoredReason> },
): Pick<Encoded, 'pods' | 'placeables' | 'shapes'> {
  const daemonSets = new Set(problem.daemonSets?.map(({ metadata }) => metadata.uid));
  const pods: PendingPod[] = [];
  const placeables: Placeable[] = [];
  const shapes: number[] = [];
  const placeableOf = sharing(to.shelf);
  for (const pending of inOrderOfCreation(problem.pods)) {
    const { uid, namespace, controllerUid, priority = 0, template } = pending;
    if (isGated(template.spec)) {
      to.ignored.set(uid, 'gated');
      continue;
    }
    if (priority < EXPENDABLE_BELOW) {
      to.ignored.set(uid, 'expendable');
      continue;
    }
    if (controllerUid !== undefined && daemonSets.has(controllerUid)) {
      to.ignored.set(uid, 'daemon-set');
      continue;
    }
    const { pod, shape } = to.book.pending(namespace, template);
    pods.push(pending);
    placeables.push(placeableOf(pod, pending));
    shapes.push(shape);
  }
  return { pods, placeables, shapes };
}

/** One object for all pods that are alike, volumes included. */
function sharing(shelf: VolumeShelf): (pod: PodClass, pending: PendingPod) => Placeable {
  const shared = new Map<PodClass, Map<string, Placeable>>();
  return (pod, { name, namespace, template }) => {
    const volumes = pod.usesVolumes ? shelf.needs({ name, namespace, spec: template.spec }) : undefined;
    const identity = volumes?.identity ?? '';
    let known = shared.get(pod);
    if (known === undefined) {
      known = new Map();
      shared.set(pod, known);
    }
    let placeable = known.get(identity);
    if (placeable === undefined) {
      placeable = volumes === undefined ? { pod } : { pod, volumes };
      known.set(identity, placeable);
    }
    return placeable;
  };
}

/** Whether a pod waits for somebody to take its scheduling gates away: the scheduler does not try it, so nobody finds it unschedulable. */
function isGated(spec: PodSpec & { readonly schedulingGates?: readonly unknown[] }): boolean {
  return (spec.schedulingGates ?? []).length > 0;
}

function inOrderOfCreation(pods: readonly PendingPod[]): readonly PendingPod[] {
  const inOrder = pods.every(
    (pod, i) => i === 0 || (pods[i - 1]?.createdAtSeconds ?? 0) <= pod.createdAtSeconds,
  );
  return inOrder ? pods : [...pods].sort((a, b) => a.createdAtSeconds - b.createdAtSeconds);
}

function byPriority(pods: readonly PendingPod[]): readonly number[] {
  const order = pods.map((_, i) => i);
  const first = pods[0]?.priority;
  return pods.every(({ priority }) => priority === first) ? order : order.sort(higherFirst(pods));
}

/** Of indexes of pods. */
export function higherFirst(pods: readonly PendingPod[]): (a: number, b: number) => number {
  return (a, b) => (pods[b]?.priority ?? 0) - (pods[a]?.priority ?? 0);
}

function startingNodes(
  problem: Problem,
  maker: KindMaker,
  templates: readonly (NodeKind | undefined)[],
): Pick<Encoded, 'starting' | 'others'> {
  const groups = new Map(problem.nodeGroups.map(({ id }, i) => [id, i]));
  const pods = podsByNode(problem.boundPods ?? []);
  const starting: StartingNode[] = [];
  const others: NodeKind[] = [];
  const present = new Map<number, number>();
  for (const live of problem.nodes ?? []) {
    const { metadata } = live.node;
    const group = live.nodeGroup === undefined ? undefined : groups.get(live.nodeGroup);
    const kind = maker.fromLive(live, group, pods.get(metadata.name) ?? []);
    if (group !== undefined) present.set(group, (present.get(group) ?? 0) + 1);
    if (live.ready === false || metadata.deletionTimestamp !== undefined) others.push(kind);
    else starting.push({ kind, live: { hostname: metadata.labels?.[HOSTNAME] } });
  }
  for (const [i, { targetSize }] of problem.nodeGroups.entries()) {
    const kind = templates[i];
    if (kind === undefined) continue;
    for (let missing = targetSize - (present.get(i) ?? 0); missing > 0; missing--) {
      starting.push({ kind, live: undefined });
    }
  }
  return { starting, others };
}

function podsByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of pods) {
    const { nodeName = '' } = pod.spec;
    if (nodeName === '' || isTerminal(pod)) continue;
    const list = byNode.get(nodeName);
    if (list === undefined) byNode.set(nodeName, [pod]);
    else list.push(pod);
  }
  return byNode;
}
