import type { Encoded } from './encode.ts';
import { addBit, type Bitset, countCommon, emptyBits } from '../../selection/bitset.ts';
import { equivalenceGroups, type EquivalenceGroup } from './equivalence-groups.ts';
import { estimate, type Estimate } from './estimate.ts';
import type { Candidate } from './expander.ts';
import { isPlain, refusal } from './filters.ts';
import type { Frontier } from './frontier.ts';
import type { Ledger } from './ledger.ts';
import type { NodeKind } from './node-kind.ts';
import { isDelicate, type PodClass } from './pod-class.ts';
import type { Random } from './random.ts';
import type { Placeable, World } from './world.ts';

/** What growing one node group would do. */
export interface Option extends Candidate {
  /** Index of the group. */
  readonly group: number;
  readonly kind: NodeKind;
  readonly estimate: Estimate;
  /** Indexes of groups among which its nodes would be balanced, in listing order. */
  readonly similar: readonly number[];
}

/** How things stand when the autoscaler looks for a way to help. */
export interface Situation {
  readonly encoded: Encoded;
  readonly world: World;
  readonly ledger: Ledger;
  /** Target size by group. */
  readonly targets: readonly number[];
  /** Nodes, those without pods of ours included. */
  readonly nodes: number;
  /** Indexes of pods without a place, in order of creation. */
  readonly remaining: readonly number[];
  /** By index of the group: those that are similar to it; undefined where nothing is balanced. */
  readonly similar: readonly (readonly number[])[] | undefined;
  readonly random: Random | undefined;
  /** How far the search among the nodes has come. */
  readonly searches: ReadonlyMap<Placeable, Frontier>;
}

/** A group that may grow, with what it could take. */
interface Open {
  readonly group: number;
  readonly kind: NodeKind;
  readonly schedulable: readonly EquivalenceGroup[];
  /** The same as a set. */
  readonly bits: Bitset;
}

/** `arbitrary`: the order of pods or nodes may have mattered in some estimate. */
export function expansionOptions(situation: Situation): {
  readonly options: readonly Option[];
  readonly arbitrary: boolean;
} {
  const { encoded, remaining } = situation;
  const groups = equivalenceGroups(encoded, remaining);
  const open = openGroups(situation, groups);
  const byGroup = new Map(open.map((one) => [one.group, one]));
  const options = open.flatMap((one) => {
    const found = optionOf(situation, one, similarOpen(situation, one, byGroup));
    return found === undefined ? [] : [found];
  });
  const arbitrary =
    options.some((option) => option.estimate.arbitrary) ||
    open.some((one) => isMixed(encoded, one.schedulable));
  return { options, arbitrary };
}

/** Whether the groups are not all of pods that are alike, or of such as care which node takes the first of them. */
function isMixed({ placeables }: Encoded, groups: readonly EquivalenceGroup[]): boolean {
  const first = placeables[groups[0]?.pods[0] ?? 0];
  return (
    groups.some(({ pods, alike }) => !alike || placeables[pods[0] ?? 0] !== first) ||
    (groups.length > 1 && groups.some(({ pod }) => isDelicate(pod)))
  );
}

function openGroups(
  { encoded, world, ledger, targets }: Situation,
  groups: readonly EquivalenceGroup[],
): readonly Open[] {
  return encoded.problem.nodeGroups.flatMap(({ maxSize }, group) => {
    const kind = encoded.templates[group];
    if (kind === undefined || (targets[group] ?? 0) >= maxSize) return [];
    if (ledger.refusal(kind) !== undefined) return [];
    const node = world.add(kind);
    const bits = emptyBits(groups.length);
    const schedulable = groups.filter(({ pod, pods }, i) => {
      const fits = () => refusal(world, node, encoded.placeables[pods[0] ?? 0] as Placeable) === undefined;
      const found = isPlain(world, pod) ? world.fitsEmpty(pod, kind, fits) : fits();
      if (found) addBit(bits, i);
      return found;
    });
    world.removeLast();
    return schedulable.length === 0 ? [] : [{ group, kind, schedulable, bits }];
  });
}

/** Similar groups that could take every pod group that this one can. */
function similarOpen({ similar }: Situation, one: Open, open: ReadonlyMap<number, Open>): readonly number[] {
  return (similar?.[one.group] ?? []).filter((group) => {
    const other = open.get(group);
    return other !== undefined && countCommon(one.bits, other.bits) === one.schedulable.length;
  });
}

function optionOf(situation: Situation, one: Open, similar: readonly number[]): Option | undefined {
  const { encoded, world, random } = situation;
  const { kind, group } = one;
  const found = estimate({
    world,
    kind,
    placeables: encoded.placeables,
    groups: one.schedulable,
    permitted: permittedNodes(situation, [group, ...similar]),
    fastPath: encoded.problem.options?.fastPath ?? false,
    random,
    searches: situation.searches,
  });
  if (found.podCount === 0 || found.nodeCount === 0) return undefined;
  return {
    group,
    kind,
    similar,
    estimate: found,
    nodeGroup: encoded.problem.nodeGroups[group]?.id ?? '',
    nodeCount: found.nodeCount,
    podCount: found.podCount,
    capacity: { cpuNano: kind.capacity.get('cpu') ?? 0n, memoryNano: kind.capacity.get('memory') ?? 0n },
    requests: requestsOf(found),
  };
}

function requestsOf({ packed }: Estimate): Candidate['requests'] {
  const counts = new Map<PodClass, number>();
  for (const { group, pods } of packed) counts.set(group.pod, (counts.get(group.pod) ?? 0) + pods);
  let cpuNano = 0n;
  let memoryNano = 0n;
  for (const [{ requests }, count] of counts) {
    cpuNano += BigInt(count) * (requests.get('cpu') ?? 0n);
    memoryNano += BigInt(count) * (requests.get('memory') ?? 0n);
  }
  return { cpuNano, memoryNano };
}

const DEFAULT_PER_SCALE_UP = 1000;

/**
 * How many nodes an estimate may add, 0 for any number and below it for none: the least of what one scale-up may add, of the
 * room in the group and its similar ones, and of what is left of `--max-nodes-total`.
 */
function permittedNodes({ encoded, targets, nodes }: Situation, groups: readonly number[]): number {
  const { maxNodesPerScaleUp = DEFAULT_PER_SCALE_UP, maxNodesTotal = 0 } = encoded.problem.options ?? {};
  const room = groups.reduce(
    (sum, group) =>
      sum + Math.max(0, (encoded.problem.nodeGroups[group]?.maxSize ?? 0) - (targets[group] ?? 0)),
    0,
  );
  const thresholds = [
    maxNodesPerScaleUp,
    room > 0 ? room : -1,
    maxNodesTotal === 0 ? 0 : maxNodesTotal > nodes ? maxNodesTotal - nodes : -1,
  ];
  if (thresholds.some((threshold) => threshold < 0)) return -1;
  const bounds = thresholds.filter((threshold) => threshold > 0);
  return bounds.length === 0 ? 0 : Math.min(...bounds);
}
