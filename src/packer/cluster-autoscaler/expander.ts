import { ceilMilli, ceilUnits } from '../../kubernetes/quantity.ts';
import { goPattern } from '../../kubernetes/go-pattern.ts';
import type { ExpanderName, PriorityTier } from './problem.ts';

/** What an expander knows of an option. Amounts are exact, in billionths. */
export interface Candidate {
  readonly nodeGroup: string;
  readonly nodeCount: number;
  readonly podCount: number;
  /** Of one node: capacity, not what pods can use. */
  readonly capacity: { readonly cpuNano: bigint; readonly memoryNano: bigint };
  /** Of the option's pods together. */
  readonly requests: { readonly cpuNano: bigint; readonly memoryNano: bigint };
}

/** One filter of the chain: options in listing order go in, at least one comes out. */
type Filter = <T extends Candidate>(options: readonly T[]) => readonly T[];

/**
 * The options that a chain of expanders cannot tell apart, in listing order. Each filter sees what the one before it left, and
 * the chain ends as soon as one is left. Where several are, the autoscaler draws lots.
 */
export function bestOptions<T extends Candidate>(
  options: readonly T[],
  chain: readonly ExpanderName[],
  priorities: readonly PriorityTier[] | undefined,
): readonly T[] {
  let left = options;
  for (const name of chain) {
    if (left.length < 2) break;
    left = filterOf(name, priorities)(left);
  }
  return left;
}

function filterOf(name: ExpanderName, priorities: readonly PriorityTier[] | undefined): Filter {
  if (name === 'least-waste') return leastWaste;
  if (name === 'most-pods') return (options) => extreme(options, ({ podCount }) => -podCount);
  if (name === 'least-nodes') return (options) => extreme(options, ({ nodeCount }) => nodeCount);
  if (name === 'priority') return (options) => highestPriority(options, priorities ?? []);
  return (options) => options;
}

function extreme<T>(options: readonly T[], score: (option: T) => number): readonly T[] {
  const least = options.reduce((best, option) => Math.min(best, score(option)), Number.POSITIVE_INFINITY);
  return options.filter((option) => score(option) === least);
}

/** A score that is no number, for a node without capacity, wins in first place and loses anywhere else, as it does in Go. */
function leastWaste<T extends Candidate>(options: readonly T[]): readonly T[] {
  let best: T[] = [];
  let least = Number.NaN;
  for (const option of options) {
    const score = wasteOf(option);
    if (best.length === 0 || score < least) {
      best = [option];
      least = score;
    } else if (score === least) best.push(option);
  }
  return best;
}

/** The share of CPU that stays idle plus that of memory: whole thousandths and bytes, divided as doubles. */
export function wasteOf({ nodeCount, capacity, requests }: Candidate): number {
  const nodes = BigInt(nodeCount);
  const cpu = nodes * ceilMilli(quantity(capacity.cpuNano));
  const memory = nodes * ceilUnits(quantity(capacity.memoryNano));
  return (
    Number(cpu - ceilMilli(quantity(requests.cpuNano))) / Number(cpu) +
    Number(memory - ceilUnits(quantity(requests.memoryNano))) / Number(memory)
  );
}

function quantity(nano: bigint) {
  return { nano, format: 'DecimalSI' as const };
}

/**
 * The options whose id a pattern of the highest tier finds; all of them where no tier finds any, where there are no tiers, and
 * where Go refuses a pattern, because then the autoscaler drops the whole configuration.
 */
function highestPriority<T extends Candidate>(
  options: readonly T[],
  priorities: readonly PriorityTier[],
): readonly T[] {
  const tierOf = tiersOf(priorities);
  if (tierOf === undefined) return options;
  const highest = options.reduce((best, { nodeGroup }) => Math.max(best, tierOf(nodeGroup)), NEVER_WINS);
  if (highest === NEVER_WINS) return options;
  return options.filter(({ nodeGroup }) => tierOf(nodeGroup) === highest);
}

/** The same groups are asked about in every loop, and following a pattern takes a while. */
const KNOWN_TIERS = new WeakMap<readonly PriorityTier[], ReturnType<typeof tierFinder>>();

function tiersOf(priorities: readonly PriorityTier[]): ReturnType<typeof tierFinder> {
  if (!KNOWN_TIERS.has(priorities)) KNOWN_TIERS.set(priorities, tierFinder(priorities));
  return KNOWN_TIERS.get(priorities);
}

/** The highest tier that finds a node group's id. Undefined if Go refuses a pattern. */
function tierFinder(priorities: readonly PriorityTier[]): ((nodeGroup: string) => number) | undefined {
  const tiers = priorities.map(({ priority, patterns }) => ({ priority, tests: patterns.map(goPattern) }));
  if (tiers.some(({ tests }) => tests.includes(undefined))) return undefined;
  const known = new Map<string, number>();
  return (nodeGroup) => {
    let tier = known.get(nodeGroup);
    if (tier === undefined) {
      const found = tiers.filter(({ tests }) => tests.some((test) => test?.(nodeGroup) === true));
      tier = found.reduce((best, { priority }) => Math.max(best, priority), NEVER_WINS);
      known.set(nodeGroup, tier);
    }
    return tier;
  };
}

/** Tiers from -1 up can win. */
const NEVER_WINS = -2;
