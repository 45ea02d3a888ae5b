import type { HostPort } from '../karpenter/host-ports.ts';
import { CPU, MEMORY } from './amounts.ts';
import type { NodeKind } from './node-kind.ts';
import type { PodClass } from './pod-class.ts';
import { labelOf, type SimNode, simNode } from './sim-node.ts';
import { type Refusal, spreadSees, staticRefusal } from './static-filters.ts';
import type { ClassTopology, SpreadState, Topology } from './topology.ts';
import type { VolumeNeeds } from './volume-needs.ts';

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
  readonly volumes: ReadonlyMap<string, ReadonlySet<string>>;
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
  /** By id of the kind and index of the constraint. */
  readonly #seen: boolean[][] = [];
  /** By id of the kind: nodes that were taken back, as good as new. */
  readonly #spare: SimNode[][] = [];
  /** Room for an estimate's notes, used again by the next. */
  scratch = new Int32Array(1024);
  #hostnames = 0;

  constructor(topology: Topology, vectors: readonly Vector[]) {
    this.topology = topology;
    this.#vectors = vectors;
  }

  vector(pod: PodClass): Vector {
    return this.#vectors[pod.id] as Vector;
  }

  topologyOf(pod: PodClass): ClassTopology {
    return this.topology.byId[pod.id] as ClassTopology;
  }

  /** New nodes get a hostname of their own; a live one has what it has. */
  add(kind: NodeKind, live?: { readonly hostname: string | undefined }): SimNode {
    const node = this.#spare[kind.id]?.pop() ?? this.#make(kind, live);
    node.index = this.nodes.length;
    this.nodes.push(node);
    for (const { index, domains } of this.topology.spreads) {
      const domain = node.domains[index];
      if (domain !== undefined) domains.addNode(domain);
    }
    for (const resident of kind.residents) this.#count(node, resident, 1);
    return node;
  }

  /** Takes back the last `add`; what was placed on the node must have been taken back before. */
  removeLast(): void {
    const node = this.nodes.pop();
    if (node === undefined) return;
    (this.#spare[node.kind.id] ??= []).push(node);
    for (const resident of node.kind.residents) this.#count(node, resident, -1);
    for (const { index, domains } of this.topology.spreads) {
      const domain = node.domains[index];
      if (domain !== undefined) domains.removeNode(domain);
    }
  }

  /**
   * Places pods that are alike; more than one only where they bring neither volumes nor ports. Returns what `takeBack` needs
   * beside them, if anything.
   */
  place(node: SimNode, { pod, volumes }: Placeable, pods: number): Undo | undefined {
    this.#take(node, pod, pods);
    if (pod.ports.length === 0 && volumes === undefined) return undefined;
    const undo = { ports: node.ports, volumes: node.volumes };
    if (pod.ports.length > 0) node.ports = [...node.ports, ...pod.ports];
    if (volumes !== undefined) node.volumes = withClaims(node.volumes, volumes.usage);
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

  /** Whether a spread constraint looks at a node at all. */
  #sees(spread: SpreadState, node: SimNode): boolean {
    const row = (this.#seen[node.kind.id] ??= []);
    return (row[spread.index] ??= spreadSees(spread, node.kind, (key) => labelOf(node, key)));
  }

  #make(kind: NodeKind, live: { readonly hostname: string | undefined } | undefined): SimNode {
    const hostname = live === undefined ? `template-node-${this.#hostnames++}` : live.hostname;
    const node = simNode(kind, this.nodes.length, hostname);
    node.domains = this.topology.spreads.map((spread) =>
      this.#sees(spread, node) ? spread.domains.of(labelOf(node, spread.constraint.key) ?? '') : undefined,
    );
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
    for (const counter of counts) counter.add(labelOf(node, counter.key), change);
    for (const { index, domains } of countsInSpread) {
      const domain = node.domains[index];
      if (domain !== undefined) domains.addPods(domain, change);
    }
  }
}

/** What is not there at all does not count. */
function scoreOf({ amounts }: Vector, { whole }: NodeKind): number {
  const share = (column: number) =>
    (whole[column] ?? 0) > 0 ? (amounts[column] ?? 0) / (whole[column] ?? 1) : 0;
  return share(CPU) + share(MEMORY);
}

function withClaims(
  present: ReadonlyMap<string, ReadonlySet<string>>,
  added: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map(present);
  for (const [driver, claims] of added) all.set(driver, new Set([...(present.get(driver) ?? []), ...claims]));
  return all;
}
