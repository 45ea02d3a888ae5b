import { compareText, type MachineOption } from './machine-option.ts';

export interface Dominance {
  /** In the order of the input. */
  readonly kept: readonly MachineOption[];
  /** What is dropped, with an option that is at least as good in everything. */
  readonly dominated: ReadonlyMap<MachineOption, MachineOption>;
}

/**
 * Drops every option to which another one is never inferior: as much of every resource or more, in all of its zones,
 * at its price there or less. What has no price is not compared.
 */
export function dropDominated(options: readonly MachineOption[]): Dominance {
  const dominated = new Map<MachineOption, MachineOption>();
  const kept: MachineOption[] = [];
  // Whatever dominates an option comes before it, and dominance is transitive: comparing with what is kept suffices. Most
  // often it is one of about the same price, so the last ones are asked first.
  for (const option of [...options].sort(byStrength)) {
    const better = kept.findLast((other) => dominates(other, option));
    if (better === undefined) kept.push(option);
    else dominated.set(option, better);
  }
  return { kept: options.filter((option) => !dominated.has(option)), dominated };
}

function byStrength(a: MachineOption, b: MachineOption): number {
  const [left, right] = [a.resources.capacity, b.resources.capacity];
  return (
    (a.pricePerHourUsd ?? Number.POSITIVE_INFINITY) - (b.pricePerHourUsd ?? Number.POSITIVE_INFINITY) ||
    right.cpuMilli - left.cpuMilli ||
    right.memoryBytes - left.memoryBytes ||
    right.pods - left.pods ||
    right.ephemeralStorageBytes - left.ephemeralStorageBytes ||
    b.offerings.length - a.offerings.length ||
    Number(a.isExotic) - Number(b.isExotic) ||
    compareText(a.type.name, b.type.name)
  );
}

function dominates(a: MachineOption, b: MachineOption): boolean {
  return (
    (!a.isExotic || b.isExotic) &&
    a.offerings.length >= b.offerings.length &&
    hasAsMuch(a.resources.capacity, b.resources.capacity) &&
    hasAsMuch(a.resources.allocatable, b.resources.allocatable) &&
    b.offerings.every((offering) => isCheaperIn(a, offering))
  );
}

function isCheaperIn(a: MachineOption, { zone, price }: MachineOption['offerings'][number]): boolean {
  const own = a.offerings.find((offering) => offering.zone === zone)?.price?.perHourUsd;
  return own !== undefined && price !== undefined && own <= price.perHourUsd;
}

type Amounts = MachineOption['resources']['capacity'];

function hasAsMuch(a: Amounts, b: Amounts): boolean {
  if (a.cpuMilli < b.cpuMilli || a.memoryBytes < b.memoryBytes || a.pods < b.pods) return false;
  if (a.ephemeralStorageBytes < b.ephemeralStorageBytes) return false;
  for (const name in b.extended) if ((a.extended[name] ?? 0) < (b.extended[name] ?? 0)) return false;
  return true;
}
