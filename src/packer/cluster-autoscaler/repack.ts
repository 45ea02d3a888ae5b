import { type Encoded, higherFirst } from './encode.ts';
import { firstWithRoom, refusal } from './filters.ts';
import type { PodClass } from './pod-class.ts';
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
  /** By class: nodes before this one refuse it for good. */
  readonly #refusedBelow = new Map<PodClass, number>();
  /** Classes that found no place since anything changed. */
  readonly #stuck = new Set<PodClass>();

  constructor(encoded: Encoded, world: World, random: Random | undefined) {
    this.#placeables = encoded.placeables;
    this.#world = world;
    this.#random = random;
    this.#order = random === undefined ? encoded.byPriority : lotsAmongEquals(encoded, random);
  }

  /** Whether pods of different kinds may have competed, so that their order mattered. */
  run(waits: (pod: number) => boolean, placed: (pod: number, node: SimNode) => void): boolean {
    this.#stuck.clear();
    if (this.#world.nodes.length === 0) return false;
    const kinds = new Set<PodClass>();
    let any = false;
    for (const i of this.#order) {
      if (!waits(i)) continue;
      const pod = this.#placeables[i] as Placeable;
      kinds.add(pod.pod);
      const node = this.#find(pod);
      if (node === undefined) continue;
      this.#world.place(node, pod, 1);
      this.#stuck.clear();
      placed(i, node);
      any = true;
    }
    return any && kinds.size > 1;
  }

  #find(pod: Placeable): SimNode | undefined {
    if (this.#stuck.has(pod.pod)) return undefined;
    const { nodes } = this.#world;
    const alike = !pod.pod.usesVolumes;
    const lasting = alike && this.#world.topologyOf(pod.pod).lasting;
    const from = firstWithRoom(this.#world, pod.pod, this.#refusedBelow.get(pod.pod) ?? 0);
    this.#refusedBelow.set(pod.pod, from);
    const turn = this.#random === undefined ? 0 : below(this.#random, nodes.length - from);
    for (let i = from; i < nodes.length; i++) {
      const at = i + turn < nodes.length ? i + turn : i + turn - nodes.length + from;
      const node = nodes[at] as SimNode;
      if (refusal(this.#world, node, pod) !== undefined) continue;
      if (lasting && turn === 0) this.#refusedBelow.set(pod.pod, at);
      return node;
    }
    if (lasting) this.#refusedBelow.set(pod.pod, nodes.length);
    else if (alike) this.#stuck.add(pod.pod);
    return undefined;
  }
}

function lotsAmongEquals({ pods, byPriority }: Encoded, random: Random): readonly number[] {
  return shuffled(byPriority, random).sort(higherFirst(pods));
}
