import { clash } from '../karpenter/host-ports.ts';
import type { Counter } from './counter.ts';
import type { PodClass } from './pod-class.ts';
import { labelOf, type SimNode } from './sim-node.ts';
import type { Refusal } from './static-filters.ts';
import type { ClassTopology, SpreadState } from './topology.ts';
import { mountedCount, newMounts } from './volume-needs.ts';
import type { Placeable, Vector, World } from './world.ts';

/**
 * The first filter of the scheduler's default profile that keeps a pod from a node, in the scheduler's order; undefined where
 * the pod fits. Preferences and preemption play no part.
 */
export function refusal(world: World, node: SimNode, placeable: Placeable): Refusal | undefined {
  return world.staticRefusal(placeable.pod, node) ?? changingRefusal(world, node, placeable);
}

/** The same without the filters that only look at what never changes about a node. */
export function changingRefusal(world: World, node: SimNode, placeable: Placeable): Refusal | undefined {
  const { pod, volumes } = placeable;
  return (
    (pod.ports.length > 0 && portsClash(pod, node) ? HOST_PORT : undefined) ??
    (roomIn(node, world.vector(pod), 1) < 1 ? RESOURCES : undefined) ??
    (volumes === undefined ? undefined : volumeRefusal(node, volumes)) ??
    topologyRefusal(node, world.topologyOf(pod))
  );
}

/** How many of so many pods like this one fit on a node at once: one at a time unless nothing but resources decides. */
export function fitTogether(world: World, node: SimNode, placeable: Placeable, pods: number): number {
  const { pod } = placeable;
  if (!isPlain(world, pod)) return refusal(world, node, placeable) === undefined ? 1 : 0;
  return world.staticRefusal(pod, node) === undefined ? roomIn(node, world.vector(pod), pods) : 0;
}

/** How many of so many pods a node has resources for. What a pod does not ask for may be overdrawn. */
export function roomIn({ free }: SimNode, { amounts, asked }: Vector, pods: number): number {
  let fitting = pods;
  for (const column of asked) {
    const left = free[column] as number;
    const each = amounts[column] as number;
    if (left >= each * fitting) continue;
    if (left < each) return 0;
    // Less than `fitting`, so the whole part is a small integer, which the engine handles without boxing it.
    fitting = (left / each) | 0;
  }
  return fitting;
}

/** Whether a class neither looks at other pods nor brings anything along that two of them could clash about. */
export function isPlain(world: World, pod: PodClass): boolean {
  return world.topologyOf(pod).plain;
}

const HOST_PORT: Refusal = { code: 'host-port' };
const RESOURCES: Refusal = { code: 'resources' };
const VOLUME: Refusal = { code: 'volume' };

/** Names of the resources of which a node has too little. */
export function scarce(
  world: World,
  pod: PodClass,
  node: SimNode,
  names: readonly string[],
): readonly string[] {
  const { amounts, asked } = world.vector(pod);
  return asked
    .filter((column) => (node.free[column] ?? 0) < (amounts[column] ?? 0))
    .map((column) => names[column] ?? '');
}

function portsClash(pod: PodClass, node: SimNode): boolean {
  return pod.ports.some((port) => node.ports.some((used) => clash(port, used)));
}

function volumeRefusal(node: SimNode, volumes: NonNullable<Placeable['volumes']>): Refusal | undefined {
  if (node.kind.volumeLimits.size > 0) {
    for (const [driver, wanted] of volumes.usage) {
      const limit = node.kind.volumeLimits.get(driver);
      if (limit === undefined) continue;
      const present = node.volumes.get(driver);
      const added = newMounts(present, wanted);
      const before = present === undefined ? 0 : mountedCount(present);
      if (added > 0 && before + added > limit) return { code: 'volume-limit', detail: driver };
    }
  }
  if (volumes.problem !== undefined) return { code: 'volume', detail: volumes.problem };
  return volumes.reachable((key) => labelOf(node, key), node.kind.name) ? undefined : VOLUME;
}

function topologyRefusal(node: SimNode, topology: ClassTopology): Refusal | undefined {
  if (topology.indifferent) return undefined;
  const { spread } = topology;
  for (let i = 0; i < spread.length; i++) {
    const one = spread[i] as SpreadState;
    if (!spreads(one, node)) return one.refusal;
  }
  const lacking = affinityLacks(topology, node);
  if (lacking !== undefined) return lacking.refusal;
  for (const counter of topology.antiAffinity) {
    if (present(counter, node)) return counter.refusal;
  }
  for (const counter of topology.repelledBy) {
    if (present(counter, node)) return counter.refusal;
  }
  return undefined;
}

function spreads(spread: SpreadState, node: SimNode): boolean {
  const value = node.values[spread.key.index] as number;
  if (value < 0) return false;
  return spread.domains.pods(value) + spread.self - leastOf(spread) <= spread.constraint.maxSkew;
}

/** How many pods the emptiest domain counts for. The higher, the more nodes are open. */
export function leastOf({ constraint, domains }: SpreadState): number {
  return domains.size < constraint.minDomains ? 0 : domains.least;
}

/** The first term that nothing satisfies. Without any such pod anywhere, one that matches itself may be the first. */
function affinityLacks({ affinity, selfAffinity }: ClassTopology, node: SimNode): Counter | undefined {
  let lacking: Counter | undefined;
  let anywhere = 0;
  for (const counter of affinity) {
    const value = node.values[counter.key.index] as number;
    if (value < 0) return counter;
    if (counter.at(value) < 1) lacking ??= counter;
    anywhere += counter.total;
  }
  return lacking !== undefined && anywhere === 0 && selfAffinity ? undefined : lacking;
}

function present(counter: Counter, node: SimNode): boolean {
  const value = node.values[counter.key.index] as number;
  return value >= 0 && counter.at(value) > 0;
}
