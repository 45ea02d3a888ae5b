import { BlockBounds } from './block-bounds.ts';
import { type EquivalenceGroup, largestLast } from './equivalence-groups.ts';
import { changingRefusal, fitTogether, isPlain, refusal, roomIn } from './filters.ts';
import { Frontier } from './frontier.ts';
import type { NodeKind } from './node-kind.ts';
import { below, type Random, shuffled } from './random.ts';
import { HOSTNAME, type SimNode } from './sim-node.ts';
import type { Placeable, Undo, World } from './world.ts';

/** Pods of one group that follow each other: the first of the group's pods, and how many. */
export interface PodRun {
  readonly group: EquivalenceGroup;
  readonly from: number;
  readonly pods: number;
}

/** Pods of one group on one node, as they were placed. */
export interface Placement extends PodRun {
  /** Of the new nodes; -1 for a node that was there before. */
  readonly node: number;
}

export interface Estimate {
  /** Nodes with pods. */
  readonly nodeCount: number;
  readonly podCount: number;
  /** Some pod went where any of several nodes would have done as well, and which one it was may matter. */
  readonly arbitrary: boolean;
  /** The same pods without their places: `placements` need not be kept. */
  readonly packed: readonly PodRun[];
  /** Put together when it is asked for: most options are not chosen. */
  readonly placements: () => readonly Placement[];
}

export interface EstimateInput {
  readonly world: World;
  readonly kind: NodeKind;
  /** By index of the pod. */
  readonly placeables: readonly Placeable[];
  /** Those whose first pod fits, in any order. */
  readonly groups: readonly EquivalenceGroup[];
  /** How many nodes may be added: 0 for any number, below it none. */
  readonly permitted: number;
  readonly fastPath: boolean;
  readonly random: Random | undefined;
  /** How far the search among nodes that were there before has come. */
  readonly searches?: ReadonlyMap<Placeable, Frontier> | undefined;
}

/**
 * How many nodes of one kind a scale-up would take, and for which pods (the autoscaler's BinpackingNodeEstimator). The world is
 * afterwards what it was before.
 */
export function estimate(input: EstimateInput): Estimate {
  return new Estimator(input).run();
}

/** Numbers of one placement in `#steps`: the group in its order, the first pod, how many, the node in its world. */
const STEP = 4;

class Estimator {
  readonly #input: EstimateInput;
  readonly #world: World;
  /** Nodes of the world before the first new one. */
  readonly #before: number;
  /** Flat, because there are millions of them: `STEP` numbers each, in the world's scratch space until the end. */
  #steps: Int32Array;
  #length = 0;
  /** By place in `#steps`, where resources are not all there is to take back. */
  readonly #undos = new Map<number, Undo>();
  #groups: readonly EquivalenceGroup[] = [];
  /** In `#groups`, the one being packed. */
  #current = 0;
  /** By the fast path, which counts without placing. */
  readonly #counted: Placement[] = [];
  #countedNodes = 0;
  #refused = false;
  #podCount = 0;
  #arbitrary = false;
  readonly #packed: { readonly group: EquivalenceGroup; readonly from: number; pods: number }[] = [];
  /** Nodes that were there before and took pods. */
  readonly #beside = new Set<SimNode>();
  /** Of the pods being packed: among the new nodes, and among all. */
  readonly #bounds: BlockBounds;
  readonly #newFrontier: Frontier;
  readonly #anyFrontier: Frontier;
  /** Whose frontiers these are. */
  #searching: Placeable | undefined;

  constructor(input: EstimateInput) {
    this.#input = input;
    this.#world = input.world;
    this.#before = input.world.nodes.length;
    this.#steps = input.world.scratch;
    this.#bounds = new BlockBounds(input.world.nodes, this.#before);
    this.#newFrontier = new Frontier(input.world);
    this.#anyFrontier = new Frontier(input.world);
  }

  run(): Estimate {
    const { fastPath } = this.#input;
    this.#groups = this.#ordered();
    for (const [i, group] of this.#groups.entries()) {
      this.#current = i;
      if (group.single && !isPlain(this.#world, group.pod)) {
        for (let at = 0; at < group.pods.length; at++) this.#pack(group, at, at + 1);
      } else if (fastPath && i === this.#groups.length - 1 && !group.single && group.pods.length > 1) {
        this.#count(group);
      } else this.#pack(group, 0, group.pods.length);
    }
    return this.#result();
  }

  get #added(): number {
    return this.#world.nodes.length - this.#before + this.#countedNodes;
  }

  /** Highest score first: the share of a node that the first pod takes, of CPU and memory together. */
  #ordered(): readonly EquivalenceGroup[] {
    const { kind, fastPath, random } = this.#input;
    const score = ({ pod }: EquivalenceGroup) => this.#world.score(pod, kind);
    // The sort is stable, so shuffling draws lots among equals.
    const groups = random === undefined ? [...this.#input.groups] : shuffled(this.#input.groups, random);
    const ordered = groups.sort((a, b) => score(b) - score(a));
    return fastPath ? largestLast(ordered) : ordered;
  }

  /** The new nodes that are there first, then one new node after another. */
  #pack(group: EquivalenceGroup, start: number, end: number): void {
    let at = this.#fillExisting(group, start, end);
    while (at < end && !this.#refused) {
      const last = this.#last();
      if (last !== undefined) {
        const fitting = this.#fill(group, at, end, last);
        at += fitting;
        if (fitting > 0) continue;
        if (this.#besideLast(group, at, last)) {
          at++;
          continue;
        }
        if (last.placed === 0) return;
      }
      const added = this.#add();
      if (added === undefined) return;
      const fitting = this.#fill(group, at, end, added);
      if (fitting === 0) return;
      at += fitting;
    }
  }

  #last(): SimNode | undefined {
    const { nodes } = this.#world;
    return nodes.length > this.#before ? nodes[nodes.length - 1] : undefined;
  }

  /** The new node, or undefined where no more are permitted: then none is added for anybody any more. */
  #add(): SimNode | undefined {
    const { permitted, kind } = this.#input;
    if (permitted < 0 || (permitted > 0 && this.#added >= permitted)) {
      this.#refused = true;
      return undefined;
    }
    return this.#world.add(kind);
  }

  /** As many as fit on one node. */
  #fill(group: EquivalenceGroup, at: number, end: number, node: SimNode): number {
    const fitting = fitTogether(this.#world, node, this.#pod(group, at), end - at);
    if (fitting > 0) this.#place(group, at, fitting, node);
    return fitting;
  }

  /** The first pod that found no room among the new nodes; those behind it are not asked. */
  #fillExisting(group: EquivalenceGroup, start: number, end: number): number {
    if (this.#last() === undefined) return start;
    if (this.#input.random !== undefined) return this.#scatter(group, start, end, this.#input.random);
    if (isPlain(this.#world, group.pod)) return this.#fillPlain(group, start, end);
    for (let at = start; at < end; at++) {
      const pod = this.#pod(group, at);
      this.#searchFor(pod);
      const node = this.#firstNew(pod);
      if (node === undefined) return at;
      this.#place(group, at, 1, node);
    }
    return end;
  }

  #searchFor(pod: Placeable): void {
    if (this.#searching === pod) return;
    this.#searching = pod;
    this.#newFrontier.aim(pod.pod, this.#before);
    this.#anyFrontier.aim(pod.pod, 0);
    const known = this.#input.searches?.get(pod);
    // Other pods of the estimate may attract this one to nodes that refused it.
    if (known !== undefined && pod.pod.affinity.length === 0) this.#anyFrontier.follow(known);
  }

  /** New nodes differ in nothing but their hostname and what runs on them. */
  #firstNew(pod: Placeable): SimNode | undefined {
    const { nodes } = this.#world;
    const frontier = this.#newFrontier;
    let i = frontier.from();
    if (i < nodes.length && this.#world.staticRefusal(pod.pod, nodes[i] as SimNode) !== undefined)
      return undefined;
    for (; i < nodes.length; i++) {
      const node = nodes[i] as SimNode;
      const refused = changingRefusal(this.#world, node, pod);
      if (refused === undefined) {
        frontier.advance(i);
        return node;
      }
      if (refused.code === 'spread' && refused.detail !== HOSTNAME) return undefined;
    }
    frontier.advance(nodes.length);
    return undefined;
  }

  #firstOfAll(pod: Placeable): SimNode | undefined {
    const { nodes } = this.#world;
    for (let i = this.#anyFrontier.from(); i < nodes.length; i++) {
      const node = nodes[i] as SimNode;
      if (refusal(this.#world, node, pod) !== undefined) continue;
      this.#anyFrontier.advance(i);
      return node;
    }
    this.#anyFrontier.advance(nodes.length);
    return undefined;
  }

  /** The same for pods of which any number can be placed at once: nodes of one kind differ only in what is left. */
  #fillPlain(group: EquivalenceGroup, start: number, end: number): number {
    const { nodes } = this.#world;
    const vector = this.#world.vector(group.pod);
    let at = start;
    let since = this.#before;
    for (
      let i = this.#bounds.skip(since, vector);
      i < nodes.length && at < end;
      i = this.#bounds.skip(i + 1, vector)
    ) {
      const node = nodes[i] as SimNode;
      const fitting = roomIn(node, vector, end - at);
      if (fitting === 0) {
        this.#bounds.passed(i, since);
        continue;
      }
      since = i + 1;
      this.#place(group, at, fitting, node);
      at += fitting;
    }
    return at;
  }

  /** Each pod on any node that takes it, whichever comes up. */
  #scatter(group: EquivalenceGroup, start: number, end: number, random: Random): number {
    const open = this.#world.nodes.slice(this.#before);
    const lasting = this.#world.topologyOf(group.pod).lasting && !group.pod.usesVolumes;
    for (let at = start; at < end; at++) {
      const candidates = lasting ? open : [...open];
      for (;;) {
        if (candidates.length === 0) return at;
        const i = below(random, candidates.length);
        if (this.#fill(group, at, at + 1, candidates[i] as SimNode) > 0) break;
        candidates[i] = candidates[candidates.length - 1] as SimNode;
        candidates.pop();
      }
    }
    return end;
  }

  /**
   * A pod that a spread over hostnames keeps off the last node may go to any other, nodes that really exist among them; the
   * autoscaler then counts such a node as a new one.
   */
  #besideLast(group: EquivalenceGroup, at: number, last: SimNode): boolean {
    if (!group.pod.spread.some(({ key }) => key === HOSTNAME)) return false;
    const pod = this.#pod(group, at);
    if (refusal(this.#world, last, pod)?.code !== 'spread') return false;
    this.#searchFor(pod);
    // The last node refuses too, so it need not be left out.
    const first = this.#firstOfAll(pod);
    if (first === undefined) return false;
    this.#arbitrary = true;
    const { random } = this.#input;
    const other = random === undefined ? first : this.#anyFitting(pod, first, random);
    this.#place(group, at, 1, other);
    return true;
  }

  #anyFitting(pod: Placeable, first: SimNode, random: Random): SimNode {
    const fitting = this.#world.nodes.filter(
      (node) => node.index >= first.index && refusal(this.#world, node, pod) === undefined,
    );
    return fitting[below(random, fitting.length)] ?? first;
  }

  /** The fast path: what one new node takes, so many times. */
  #count(group: EquivalenceGroup): void {
    const end = group.pods.length;
    const start = this.#fillExisting(group, 0, end);
    if (start === end || this.#refused) return;
    const last = this.#last();
    const node = last?.placed === 0 ? last : this.#add();
    if (node === undefined) return;
    let perNode = 0;
    for (let more = 1; more > 0 && start + perNode < end; perNode += more) {
      more = this.#fill(group, start + perNode, end, node);
    }
    if (perNode === 0) return;
    const { permitted } = this.#input;
    const allowed = permitted > 0 ? permitted - this.#added : Number.POSITIVE_INFINITY;
    for (let at = start + perNode; at < end && this.#countedNodes < allowed; at += perNode) {
      const pods = Math.min(perNode, end - at);
      this.#counted.push({
        group,
        from: at,
        pods,
        node: this.#world.nodes.length - this.#before + this.#countedNodes,
      });
      this.#countedNodes++;
      this.#tally(group, at, pods);
    }
  }

  #pod(group: EquivalenceGroup, at: number): Placeable {
    return this.#input.placeables[group.pods[at] as number] as Placeable;
  }

  #place(group: EquivalenceGroup, from: number, pods: number, node: SimNode): void {
    const undo = this.#world.place(node, this.#pod(group, from), pods);
    if (undo !== undefined) this.#undos.set(this.#length, undo);
    if (node.index < this.#before) this.#beside.add(node);
    this.#tally(group, from, pods);
    this.#note(this.#current, from, pods, node.index);
  }

  #note(group: number, from: number, pods: number, node: number): void {
    if (this.#length + STEP > this.#steps.length) {
      const larger = new Int32Array(this.#steps.length * 2);
      larger.set(this.#steps);
      this.#world.scratch = larger;
      this.#steps = larger;
    }
    this.#steps[this.#length++] = group;
    this.#steps[this.#length++] = from;
    this.#steps[this.#length++] = pods;
    this.#steps[this.#length++] = node;
  }

  #tally(group: EquivalenceGroup, from: number, pods: number): void {
    this.#podCount += pods;
    const last = this.#packed[this.#packed.length - 1];
    if (last?.group === group && last.from + last.pods === from) last.pods += pods;
    else this.#packed.push({ group, from, pods });
  }

  /** Counts, and takes everything back. */
  #result(): Estimate {
    const { nodes } = this.#world;
    let used = this.#beside.size + this.#countedNodes;
    for (let i = this.#before; i < nodes.length; i++) if ((nodes[i] as SimNode).placed > 0) used++;
    for (let at = this.#length - STEP; at >= 0; at -= STEP) {
      const { group, pods, node } = this.#step(at);
      this.#world.takeBack(nodes[node] as SimNode, group.pod, pods, this.#undos.get(at));
    }
    while (nodes.length > this.#before) this.#world.removeLast();
    this.#steps = this.#steps.slice(0, this.#length);
    return {
      nodeCount: used,
      podCount: this.#podCount,
      arbitrary: this.#arbitrary,
      packed: this.#packed,
      placements: () => this.#placements(),
    };
  }

  #placements(): readonly Placement[] {
    const placements: Placement[] = [];
    for (let at = 0; at < this.#steps.length; at += STEP) {
      const { group, from, pods, node } = this.#step(at);
      placements.push({ group, from, pods, node: Math.max(-1, node - this.#before) });
    }
    return [...placements, ...this.#counted];
  }

  /** The node as an index in its world. */
  #step(at: number): Placement {
    const steps = this.#steps;
    return {
      group: this.#groups[steps[at] as number] as EquivalenceGroup,
      from: steps[at + 1] as number,
      pods: steps[at + 2] as number,
      node: steps[at + 3] as number,
    };
  }
}
