import type { Located } from '../diagnostics/located.ts';
import { invariant } from '../diagnostics/invariant.ts';
import type { InstanceType } from '../model/instance-type.ts';
import type { DroppedType } from '../model/node-group.ts';
import { type MinValuesShortfall, minValuesShortfalls } from '../selection/min-values.ts';
import type { PoolConstraints } from '../selection/pool-constraints.ts';
import { type Cell, cellsOf, interleave } from './cells.ts';
import { type ExpansionWorkloads, hasRoom } from './expansion-workloads.ts';
import { compareOptions, compareText, type MachineOption } from './machine-option.ts';

export interface SelectionCaps {
  readonly maxTypes: Located<number>;
  readonly maxMachineDeployments: Located<number>;
}

export interface OptionSelection {
  /** In order of name, then capacity type. */
  readonly chosen: readonly MachineOption[];
  readonly dropped: readonly DroppedType[];
  /** A cap leaves no room for what cannot be left out. */
  readonly exceeded?: { readonly cap: Located<number>; readonly needed: number };
  /** Keys of which even all candidates together lack values, or the chosen ones under the caps. */
  readonly shortfalls: readonly MinValuesShortfall[];
}

/**
 * A bounded set of machines that stands for all of them. What cannot be left out comes first: one option of each cell,
 * the largest needed, as many as `minValues` asks for. The rest of the room goes round robin to the cells. Which option
 * stands for a bucket depends on that bucket alone, so an unrelated type changes little.
 */
export function selectOptions(
  options: readonly MachineOption[],
  {
    caps,
    constraints,
    workloads,
  }: {
    readonly caps: SelectionCaps;
    readonly constraints: PoolConstraints;
    readonly workloads?: ExpansionWorkloads | undefined;
  },
): OptionSelection {
  const cells = cellsOf(options);
  const ranked = interleave(cells.map((cell) => cell.ranked));
  const chosen = new Chosen();
  for (const cell of cells) chosen.add(representative(cell, chosen));
  for (const option of largestNeeded(options, workloads)) chosen.add(option);
  const shortfalls = addMinValues(chosen, [...ranked, ...options], constraints);
  const needed = { types: chosen.types.size, machineDeployments: chosen.machineDeployments };
  const rules = new Map<MachineOption, CapRule>();
  for (const option of ranked) {
    const rule = chosen.has(option) ? undefined : chosen.exceeds(option, caps);
    if (rule !== undefined) rules.set(option, rule);
    else if (!chosen.has(option)) chosen.add(option);
  }
  const exceeded = exceededCap(needed, caps);
  return {
    chosen: chosen.sorted(),
    dropped: describeDropped(options, { chosen, rules, cells, caps }),
    ...(exceeded === undefined ? {} : { exceeded }),
    shortfalls,
  };
}

type CapRule = 'max-types' | 'max-machine-deployments';

class Chosen {
  readonly types = new Map<string, InstanceType>();
  machineDeployments = 0;
  readonly #options = new Set<MachineOption>();

  has(option: MachineOption): boolean {
    return this.#options.has(option);
  }

  add(option: MachineOption): void {
    if (this.#options.has(option)) return;
    this.#options.add(option);
    this.types.set(option.type.name, option.type);
    this.machineDeployments += option.offerings.length;
  }

  exceeds(option: MachineOption, caps: SelectionCaps): CapRule | undefined {
    if (!this.types.has(option.type.name) && this.types.size >= caps.maxTypes.value) return 'max-types';
    const total = this.machineDeployments + option.offerings.length;
    return total > caps.maxMachineDeployments.value ? 'max-machine-deployments' : undefined;
  }

  sorted(): MachineOption[] {
    return [...this.#options].sort(
      (a, b) => compareText(a.type.name, b.type.name) || compareText(a.capacityType, b.capacityType),
    );
  }
}

/** A type that another cell has already costs nothing. */
function representative({ ranked }: Cell, chosen: Chosen): MachineOption {
  const [first] = ranked;
  return ranked.find(({ type }) => chosen.types.has(type.name)) ?? (first as MachineOption);
}

/**
 * For each capacity type the cheapest that holds the largest pod. Where no pods are known, the largest there is: the
 * pool is meant to serve whatever fits its types.
 */
function largestNeeded(
  options: readonly MachineOption[],
  workloads: ExpansionWorkloads | undefined,
): readonly MachineOption[] {
  const capacityTypes = [...new Set(options.map(({ capacityType }) => capacityType))].sort(compareText);
  return capacityTypes.flatMap((capacityType) => {
    const own = options.filter((option) => option.capacityType === capacityType);
    const found = workloads === undefined ? largest(own) : cheapestWithRoom(own, workloads);
    return found === undefined ? [] : [found];
  });
}

function largest(options: readonly MachineOption[]): MachineOption | undefined {
  const ordinary = options.filter(({ isExotic }) => !isExotic);
  return first(ordinary.length > 0 ? ordinary : options, (a, b) => {
    const [left, right] = [a.resources.capacity, b.resources.capacity];
    return right.cpuMilli - left.cpuMilli || right.memoryBytes - left.memoryBytes || compareOptions(a, b);
  });
}

function cheapestWithRoom(
  options: readonly MachineOption[],
  { daemonRequests, largestPod }: ExpansionWorkloads,
): MachineOption | undefined {
  const roomy = options.filter(({ type, resources }) =>
    hasRoom(resources.allocatable, [daemonRequests(type), largestPod]),
  );
  return first(roomy, compareOptions);
}

function first<T>(items: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || compare(item, best) < 0 ? item : best),
    undefined,
  );
}

/** Adds the first options, in the order given, that bring a value which `minValues` lacks. Returns what stays short. */
function addMinValues(
  chosen: Chosen,
  options: readonly MachineOption[],
  constraints: PoolConstraints,
): readonly MinValuesShortfall[] {
  let shortfalls = minValuesShortfalls(constraints, [...chosen.types.values()]);
  for (const option of options) {
    if (shortfalls.length === 0) return [];
    if (chosen.types.has(option.type.name)) continue;
    const next = minValuesShortfalls(constraints, [...chosen.types.values(), option.type]);
    if (lacking(next) === lacking(shortfalls)) continue;
    chosen.add(option);
    shortfalls = next;
  }
  return shortfalls;
}

function lacking(shortfalls: readonly MinValuesShortfall[]): number {
  return shortfalls.reduce((sum, { minValues, found }) => sum + minValues - found, 0);
}

function exceededCap(
  needed: { readonly types: number; readonly machineDeployments: number },
  { maxTypes, maxMachineDeployments }: SelectionCaps,
): OptionSelection['exceeded'] {
  if (needed.types > maxTypes.value) return { cap: maxTypes, needed: needed.types };
  if (needed.machineDeployments <= maxMachineDeployments.value) return undefined;
  return { cap: maxMachineDeployments, needed: needed.machineDeployments };
}

function describeDropped(
  options: readonly MachineOption[],
  {
    chosen,
    rules,
    cells,
    caps,
  }: {
    readonly chosen: Chosen;
    readonly rules: ReadonlyMap<MachineOption, CapRule>;
    readonly cells: readonly Cell[];
    readonly caps: SelectionCaps;
  },
): DroppedType[] {
  const [first] = options;
  const isMixed = options.some(({ capacityType }) => capacityType !== first?.capacityType);
  const reasons = {
    'max-types': `the pool has ${caps.maxTypes.value} instance types that stand for more`,
    'max-machine-deployments': `the pool has no room below ${caps.maxMachineDeployments.value} MachineDeployments`,
  };
  const dropped: DroppedType[] = [];
  for (const option of options) {
    if (chosen.has(option)) continue;
    const instanceType = option.type.name;
    const capacityType = isMixed ? { capacityType: option.capacityType } : undefined;
    const other = cells.find(({ dominated }) => dominated.has(option))?.dominated.get(option);
    if (other !== undefined) {
      const reason = `\`${other.type.name}\` has as much and costs no more`;
      dropped.push({ instanceType, ...capacityType, rule: 'dominated', reason });
      continue;
    }
    const rule = rules.get(option);
    invariant(rule !== undefined, `${instanceType} was neither chosen nor dropped`);
    dropped.push({ instanceType, ...capacityType, rule, reason: reasons[rule] });
  }
  return dropped;
}
