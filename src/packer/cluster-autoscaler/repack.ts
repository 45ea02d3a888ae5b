import { type Encoded, higherFirst } from './encode.ts';
import { refusal } from './filters.ts';
import { Frontier } from './frontier.ts';
import { isDelicate, type PodClass } from './pod-class.ts';
import { below, type Random, shuffled } from './random.ts';
import type { SimNode } from './sim-node.ts';
import type { Placeable, World } from './world.ts';

/**
 * Places pods on nodes that exist or are on their way, highest priority first, each on the first node that takes it. Called
 * again after every scale-up; what it knows of refusals stays true, because nodes only come and get fuller.
 */
export class Repacker {
  readonly #placeables: readonly Placeable[];
  readonly #world: World;
  readonly #random: Random | undefined;
  readonly #order: readonly number[];
  /** How far the search for each sort of pods has come. */
  readonly frontiers = new Map<Placeable, Frontier>();
  /** Of classes: the sorts whose search is under way. */
  readonly #sorts = new Map<PodClass, Placeable[]>();

  constructor(encoded: Encoded, world: World, random: Random | undefined) {
    this.#placeables = encoded.placeables;
    this.#world = world;
    this.#random = random;
    this.#order = random === undefined ? encoded.byPriority : lotsAmongEquals(encoded, random);
  }

  /** Whether something may have come of the order of pods or nodes. */
  run(waits: (pod: number) => boolean, placed: (pod: number, node: SimNode) => void): boolean {
    if (this.#world.nodes.length === 0) return false;
    const kinds = new Set<Placeable>();
    let any = false;
    let delicate = false;
    for (const i of this.#order) {
      if (!waits(i)) continue;
      const pod = this.#placeables[i] as Placeable;
      kinds.add(pod);
      const node = this.#find(pod);
      if (node === undefined) continue;
      this.#world.place(node, pod, 1);
      for (const one of this.#world.topologyOf(pod.pod).attracts) {
        if (one !== pod.pod) for (const sort of this.#sorts.get(one) ?? []) this.frontiers.get(sort)?.reset();
      }
      placed(i, node);
      any = true;
      if (isDelicate(pod.pod)) delicate = true;
    }
    return any && (delicate || kinds.size > 1);
  }

  #find(pod: Placeable): SimNode | undefined {
    const { nodes } = this.#world;
    const frontier = this.#frontierOf(pod);
    const from = frontier.from();
    const turn = this.#random === undefined ? 0 : below(this.#random, nodes.length - from);
    for (let i = from; i < nodes.length; i++) {
      const at = i + turn < nodes.length ? i + turn : i + turn - nodes.length + from;
      const node = nodes[at] as SimNode;
      if (refusal(this.#world, node, pod) !== undefined) continue;
      if (turn === 0) frontier.advance(at);
      return node;
    }
    frontier.advance(nodes.length);
    return undefined;
  }

  #frontierOf(pod: Placeable): Frontier {
    let frontier = this.frontiers.get(pod);
    if (frontier === undefined) {
      frontier = new Frontier(this.#world).aim(pod.pod, 0);
      this.frontiers.set(pod, frontier);
      const sorts = this.#sorts.get(pod.pod);
      if (sorts === undefined) this.#sorts.set(pod.pod, [pod]);
      else sorts.push(pod);
    }
    return frontier;
  }
}

function lotsAmongEquals({ pods, byPriority }: Encoded, random: Random): readonly number[] {
  return shuffled(byPriority, random).sort(higherFirst(pods));
}
