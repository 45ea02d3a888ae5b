import { balancedSizes } from './balance.ts';
import type { Decision, ExpansionOption, Increase, ScaleUp } from './decision.ts';
import { decide } from './decide.ts';
import type { Encoded } from './encode.ts';
import { bestOptions } from './expander.ts';
import { failuresOf } from './failures.ts';
import { fitTogether } from './filters.ts';
import { Ledger } from './ledger.ts';
import { expansionOptions, type Option, type Situation } from './options.ts';
import { below, type Random } from './random.ts';
import { Repacker } from './repack.ts';
import { similarGroups, similarity } from './similar.ts';
import type { SimNode } from './sim-node.ts';
import { topologyOf } from './topology.ts';
import { type Placeable, World } from './world.ts';

/** Lets the autoscaler loop until nothing more helps. Without dice every choice goes to whatever comes first. */
export function run(encoded: Encoded, random: Random | undefined): Decision {
  return new Run(encoded, random).decision();
}

class Run {
  readonly #encoded: Encoded;
  readonly #random: Random | undefined;
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #repacker: Repacker;
  readonly #targets: number[];
  readonly #similar: Situation['similar'];
  /** By index of the node: indexes of pods, in order of placement. */
  readonly #podsOn: number[][] = [];
  /** By index of the pod. */
  readonly #placed: Uint8Array;
  #settled = 0;
  readonly #loops: ScaleUp[] = [];
  readonly #chance = { packing: false, choice: false };

  constructor(encoded: Encoded, random: Random | undefined) {
    const { problem } = encoded;
    this.#encoded = encoded;
    this.#random = random;
    this.#world = new World(topologyOf(encoded.classes, encoded.askers), encoded.vectors);
    this.#ledger = new Ledger(problem);
    for (const { kind, live } of encoded.starting) {
      this.#world.add(kind, live);
      this.#ledger.add(kind, 1);
    }
    for (const kind of encoded.others) this.#ledger.add(kind, 1);
    this.#repacker = new Repacker(encoded, this.#world, random);
    this.#targets = problem.nodeGroups.map(({ targetSize }) => targetSize);
    const { balanceSimilar = false, ...options } = problem.options ?? {};
    this.#similar = balanceSimilar ? similarGroups(encoded.templates, similarity(options)) : undefined;
    this.#placed = new Uint8Array(encoded.pods.length);
  }

  decision(): Decision {
    const { salvoScaleUp = false } = this.#encoded.problem.options ?? {};
    this.#repack();
    for (let loop = 1; ; loop++) {
      const before = this.#left();
      for (let more = this.#scaleUp(loop); more; ) more = salvoScaleUp ? this.#scaleUp(loop) : false;
      this.#repack();
      // Nodes that nobody can use would be asked for again and again.
      if (this.#left() === before) break;
    }
    return decide({
      encoded: this.#encoded,
      nodes: this.#world.nodes,
      podsOn: this.#podsOn,
      loops: this.#loops,
      unschedulable: failuresOf({ ...this.#situation(), remaining: this.#waiting(() => true) }),
      chance: this.#chance,
    });
  }

  #repack(): void {
    if (this.#left() === 0) return;
    const competed = this.#repacker.run(
      (i) => this.#placed[i] === 0 && this.#canBePlaced(i),
      (i, node) => this.#settle(i, node),
    );
    if (competed) this.#chance.packing = true;
  }

  /** Whether a group grew. */
  #scaleUp(loop: number): boolean {
    const situation = this.#situation();
    const { options: flags = {} } = this.#encoded.problem;
    const { maxNodesTotal = 0 } = flags;
    if (situation.remaining.length === 0) return false;
    if (maxNodesTotal > 0 && situation.nodes >= maxNodesTotal) return false;
    const { options, arbitrary } = expansionOptions(situation);
    if (arbitrary) this.#chance.packing = true;
    const tied = bestOptions(options, flags.expanders ?? ['least-waste'], flags.priorities);
    if (tied.length > 1) this.#chance.choice = true;
    const chosen = tied[this.#random === undefined ? 0 : below(this.#random, tied.length)];
    if (chosen === undefined) return false;
    const increases = this.#increases(chosen, situation);
    if (increases.length === 0) return false;
    const groupId = (group: number) => this.#encoded.problem.nodeGroups[group]?.id ?? '';
    this.#loops.push({
      loop,
      options: options.map((option) => this.#reported(option)),
      chosen: chosen.nodeGroup,
      tied: tied.map(({ nodeGroup }) => nodeGroup),
      increases: increases.map(({ group, add }): Increase => ({ nodeGroup: groupId(group), add })),
    });
    this.#grow(chosen, increases);
    return true;
  }

  /** What is really asked for: limits cap the whole, balancing shares it out, and limits are asked once more for each share. */
  #increases(
    { kind, group, similar, nodeCount }: Option,
    { nodes }: Situation,
  ): readonly { readonly group: number; readonly add: number }[] {
    const { nodeGroups, options = {} } = this.#encoded.problem;
    const { maxNodesTotal = 0 } = options;
    const capped = maxNodesTotal > 0 ? Math.min(nodeCount, maxNodesTotal - nodes) : nodeCount;
    const wanted = this.#ledger.allowed(kind, capped);
    const groups = [group, ...similar];
    const sizes = balancedSizes(
      groups.map((one) => ({ current: this.#targets[one] ?? 0, max: nodeGroups[one]?.maxSize ?? 0 })),
      wanted,
    );
    return groups.flatMap((one, i) => {
      const more = (sizes[i] ?? 0) - (this.#targets[one] ?? 0);
      const template = this.#encoded.templates[one];
      const add = template === undefined || more < 1 ? 0 : this.#ledger.allowed(template, more);
      if (template === undefined || add < 1) return [];
      this.#ledger.add(template, add);
      return [{ group: one, add }];
    });
  }

  /** The pods of the estimate go where it put them, as far as they fit there; the others are left to the next loop. */
  #grow(chosen: Option, increases: readonly { readonly group: number; readonly add: number }[]): void {
    const added: SimNode[] = [];
    for (const { group, add } of increases) {
      this.#targets[group] = (this.#targets[group] ?? 0) + add;
      const kind = this.#encoded.templates[group];
      if (kind === undefined) continue;
      for (let i = 0; i < add; i++) added.push(this.#world.add(kind));
    }
    for (const { group, from, pods, node } of chosen.estimate.placements()) {
      const target = added[node];
      if (target === undefined) continue;
      let at = from;
      while (at < from + pods) {
        const pod = this.#encoded.placeables[group.pods[at] as number] as Placeable;
        const fitting = fitTogether(this.#world, target, pod, from + pods - at);
        if (fitting > 0) this.#world.place(target, pod, fitting);
        for (let i = at; i < at + fitting; i++) this.#settle(group.pods[i] as number, target);
        at += Math.max(fitting, 1);
      }
    }
  }

  #settle(pod: number, node: SimNode): void {
    this.#placed[pod] = 1;
    this.#settled++;
    (this.#podsOn[node.index] ??= []).push(pod);
  }

  #reported({ nodeGroup, nodeCount, podCount, estimate, similar }: Option): ExpansionOption {
    const { pods, problem } = this.#encoded;
    // Not the estimate: the options of all loops would keep every placement.
    const { packed } = estimate;
    return {
      nodeGroup,
      nodeCount,
      podCount,
      get podUids() {
        return packed.flatMap(({ group, from, pods: count }) =>
          group.pods.slice(from, from + count).map((i) => pods[i]?.uid ?? ''),
        );
      },
      similar: similar.map((group) => problem.nodeGroups[group]?.id ?? ''),
    };
  }

  /** Resource claims are not modelled: such pods stay. */
  #canBePlaced(pod: number): boolean {
    return this.#encoded.placeables[pod]?.pod.usesClaims === false;
  }

  #situation(): Situation {
    return {
      encoded: this.#encoded,
      world: this.#world,
      ledger: this.#ledger,
      targets: this.#targets,
      nodes: this.#world.nodes.length + this.#encoded.others.length,
      remaining: this.#waiting((i) => this.#canBePlaced(i)),
      similar: this.#similar,
      random: this.#random,
      searches: this.#repacker.frontiers,
    };
  }

  #waiting(counts: (pod: number) => boolean): readonly number[] {
    const waiting: number[] = [];
    for (let i = 0; i < this.#placed.length; i++) if (this.#placed[i] === 0 && counts(i)) waiting.push(i);
    return waiting;
  }

  #left(): number {
    return this.#placed.length - this.#settled;
  }
}
