import type { HostPort } from '../karpenter/host-ports.ts';
import { CPU, MEMORY } from './amounts.ts';
import type { Counter } from './counter.ts';
import type { NodeKind } from './node-kind.ts';
import type { PodClass } from './pod-class.ts';
import { Outlooks } from './outlook.ts';
import { labelOf, type SimNode, simNode } from './sim-node.ts';
import { type Refusal, staticRefusal } from './static-filters.ts';
import type { ClassTopology, Topology } from './topology.ts';
import { addMounts, type Mounts, type VolumeNeeds } from './volume-needs.ts';

/** A pod as something to place: its class, and what it brings along beyond that. */
export interface Placeable {
  readonly pod: PodClass;
  /** Only where it uses volumes. */
  readonly volumes?: VolumeNeeds | undefined;
}

/** What a class asks for, in columns, and the columns in which that is more than nothing. */
export interface Vector {
  readonly amounts: Float64Array;
  readonly asked: readonly number[];
}

/** Volumes and ports of a node before a placement, to go back to. */
export interface Undo {
  readonly ports: readonly HostPort[];
  readonly volumes: Mounts;
}

/**
 * Nodes and the pods placed on them, with counters for everything that pods ask about each other. Estimates play on it and
 * take everything back, last first.
 */
export class World {
  readonly nodes: SimNode[] = [];
  readonly topology: Topology;
  /** By id of the class. */
  readonly #vectors: readonly Vector[];
  /** By ids of kind and class; null: nothing is in the way. */
  readonly #refusals: (Refusal | null)[][] = [];
  /** By ids of kind and class, as are the scores. */
  readonly #fitting: boolean[][] = [];
  readonly #scores: number[][] = [];
  readonly #outlooks: Outlooks;
  /** Nodes that were taken back. */
  readonly #spare: SimNode[] = [];
  /** Room for an estimate's notes, used again by the next. */
  scratch = new Int32Array(1024);
  /** New nodes that are there. They leave in reverse order, so that their names are free again. */
  #made = 0;

  constructor(topology: Topology, vectors: readonly Vector[]) {
    this.topology = topology;
    this.#vectors = vectors;
    this.#outlooks = new Outlooks(topology);
  }

  vector(pod: PodClass): Vector {
    return this.#vectors[pod.id] as Vector;
  }

  topologyOf(pod: PodClass): ClassTopology {
    return this.topology.byId[pod.id] as ClassTopology;
  }

  /** New nodes get a hostname of their own; a live one has what it has. */
  add(kind: NodeKind, live?: { readonly hostname: string | undefined }): SimNode {
    const node = this.#blank(kind);
    node.index = this.nodes.length;
    node.hostname = live === undefined ? this.#outlooks.hostname(this.#made++) : live.hostname;
    const { sights } = this.#outlooks.show(node);
    this.nodes.push(node);
    for (let i = 0; i < sights.length; i++) {
      const sight = sights[i] as (typeof sights)[number];
      sight.add(node.values[sight.key.index] as number);
    }
    for (const resident of kind.residents) this.#count(node, resident, 1);
    return node;
  }

  /** Takes back the last `add` of a new node; what was placed on the node must have been taken back before. */
  removeLast(): void {
    const node = this.nodes.pop();
    if (node === undefined) return;
    this.#spare.push(node);
    this.#made--;
    for (const resident of node.kind.residents) this.#count(node, resident, -1);
    const { sights } = this.#outlooks.of(node);
    for (let i = 0; i < sights.length; i++) {
      const sight = sights[i] as (typeof sights)[number];
      sight.remove(node.values[sight.key.index] as number);
    }
  }

  /**
   * Places pods that are alike; more than one only where they bring neither volumes nor ports. Returns what `takeBack` needs
   * beside them, if anything.
   */
  place(node: SimNode, { pod, volumes }: Placeable, pods: number): Undo | undefined {
    this.#take(node, pod, pods);
    // Without limits nobody asks how many volumes there are.
    const mounts = volumes !== undefined && node.kind.volumeLimits.size > 0;
    if (pod.ports.length === 0 && !mounts) return undefined;
    const undo = { ports: node.ports, volumes: node.volumes };
    if (pod.ports.length > 0) node.ports = [...node.ports, ...pod.ports];
    if (mounts) node.volumes = withMounts(node.volumes, volumes.usage);
    return undo;
  }

  takeBack(node: SimNode, pod: PodClass, pods: number, undo: Undo | undefined): void {
    this.#take(node, pod, -pods);
    if (undo === undefined) return;
    node.ports = undo.ports;
    node.volumes = undo.volumes;
  }

  /** What keeps a class from nodes of a kind, whatever runs there. */
  staticRefusal(pod: PodClass, node: SimNode): Refusal | undefined {
    const known = this.#refusals[node.kind.id]?.[pod.id];
    return known === undefined ? this.#findRefusal(pod, node) : (known ?? undefined);
  }

  #findRefusal(pod: PodClass, node: SimNode): Refusal | undefined {
    const found = staticRefusal(pod, node.kind, (key) => labelOf(node, key));
    (this.#refusals[node.kind.id] ??= [])[pod.id] = found ?? null;
    return found;
  }

  /** Whether a plain class fits on an empty node of a kind: nothing that happens in the world changes that. */
  fitsEmpty(pod: PodClass, kind: NodeKind, find: () => boolean): boolean {
    const row = (this.#fitting[kind.id] ??= []);
    return (row[pod.id] ??= find());
  }

  /** What share of a node of a kind a pod of a class takes, of CPU and memory together: the estimator's score. */
  score(pod: PodClass, kind: NodeKind): number {
    const row = (this.#scores[kind.id] ??= []);
    return (row[pod.id] ??= scoreOf(this.vector(pod), kind));
  }

  #blank(kind: NodeKind): SimNode {
    const node = this.#spare.pop();
    if (node === undefined) return simNode(kind, this.topology.keys.length);
    if (node.kind !== kind) {
      node.kind = kind;
      node.free.set(kind.free);
      node.ports = kind.ports;
      node.volumes = kind.volumes;
    }
    return node;
  }

  #take(node: SimNode, pod: PodClass, pods: number): void {
    const { amounts, asked } = this.vector(pod);
    for (const column of asked) {
      node.free[column] = (node.free[column] as number) - pods * (amounts[column] as number);
    }
    node.placed += pods;
    this.#count(node, pod, pods);
  }

  #count(node: SimNode, pod: PodClass, change: number): void {
    const { counts, countsInSpread } = this.topologyOf(pod);
    for (let i = 0; i < counts.length; i++) {
      const counter = counts[i] as Counter;
      counter.add(node.values[counter.key.index] as number, change);
    }
    if (countsInSpread.length === 0) return;
    const { sees } = this.#outlooks.of(node);
    for (const { index, key, domains } of countsInSpread) {
      if (sees[index] === true) domains.addPods(node.values[key.index] as number, change);
    }
  }
}

/** What is not there at all does not count. */
function scoreOf({ amounts }: Vector, { whole }: NodeKind): number {
  const share = (column: number) =>
    (whole[column] ?? 0) > 0 ? (amounts[column] ?? 0) / (whole[column] ?? 1) : 0;
  return share(CPU) + share(MEMORY);
}

function withMounts(present: Mounts, added: Mounts): Mounts {
  const all = new Map(present);
  for (const [driver, mounted] of added) all.set(driver, addMounts(present.get(driver), mounted));
  return all;
}
