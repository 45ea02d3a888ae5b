/** A machine some pods may run on, with one price for all of it. */
export interface Machine {
  /** Equal for the same type of the same pool. */
  readonly id: string;
  readonly pricePerHourUsd: number;
  /** What is left for pods, by resource; what is missing is none. */
  readonly room: ReadonlyMap<string, number>;
}

/** Pods that ask for the same and may run on the same machines. */
export interface PodGroup {
  readonly pods: number;
  /** Of one pod, by resource, in the units of `room`. */
  readonly requests: ReadonlyMap<string, number>;
  /** Every machine the pods may run on; a pod fits each of them alone. Never empty. */
  readonly machines: readonly Machine[];
}

export interface FractionalBound {
  readonly perHourUsd: number;
  /** The resources that count, or `one machine` where a single machine for the most demanding pods costs more. */
  readonly bindingResource: string;
}

/** How many mixtures of two resources are tried. */
const STEPS = 10;
/** Sums of floats may come out above the exact value by less than this. */
const ROUNDING = 1e-12;

/**
 * A price below which nobody can run these pods, whatever mix of machines they choose.
 *
 * On a machine `m` with price `c` and room `a[r]`, pods use no more of `r` than there is, so for any weights `w` that add
 * up to one, `c >= sum over its pods of sum over r of w[r] * request[r] * c / a[r]`. Summed over all machines of any
 * solution, each pod counts at least as much as on the machine that is best for it. The weights that give most are
 * sought among single resources and mixtures of CPU and memory. Besides, each pod needs one machine in the end. Pods that
 * have no kind of machine in common are bounded apart.
 */
export function fractionalBound(groups: readonly PodGroup[]): FractionalBound {
  const parts = components(groups).map(boundOf);
  const names = [...new Set(parts.flatMap(({ bindingResource }) => bindingResource.split(' and ')))].sort();
  return {
    perHourUsd: parts.reduce((sum, { perHourUsd }) => sum + perHourUsd, 0) * (1 - ROUNDING),
    bindingResource: listed(names),
  };
}

/** `a`, `a and b`, `a, b and c` */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function boundOf(groups: readonly PodGroup[]): FractionalBound {
  const resources = [...new Set(groups.flatMap(({ requests }) => [...requests.keys()]))].sort();
  let best: FractionalBound = { perHourUsd: 0, bindingResource: resources[0] ?? 'cpu' };
  const columns = groups.map((group) => ({ pods: group.pods, ...columnsOf(group, resources) }));
  for (const { weights, name } of mixtures(resources)) {
    const perHourUsd = columns.reduce((sum, group) => sum + group.pods * cheapestShare(group, weights), 0);
    if (perHourUsd > best.perHourUsd) best = { perHourUsd, bindingResource: name };
  }
  for (const { machines } of groups) {
    const perHourUsd = Math.min(...machines.map(({ pricePerHourUsd }) => pricePerHourUsd));
    if (perHourUsd > best.perHourUsd) best = { perHourUsd, bindingResource: 'one machine' };
  }
  return best;
}

/** Pods that share no machine, directly or through others, are paid for apart, so their bounds add up. */
function components(groups: readonly PodGroup[]): readonly (readonly PodGroup[])[] {
  const byMachine = new Map<string, Component>();
  const found = new Set<Component>();
  for (const group of groups) {
    const joined: Component = { groups: [group] };
    for (const { id } of group.machines) {
      const known = byMachine.get(id);
      const other = known === undefined ? undefined : whole(known);
      if (other !== undefined && other !== joined) {
        joined.groups.push(...other.groups);
        other.within = joined;
        found.delete(other);
      }
      if (known === undefined) byMachine.set(id, joined);
    }
    found.add(joined);
  }
  return [...found].map((one) => one.groups);
}

interface Component {
  readonly groups: PodGroup[];
  /** What it has become part of. */
  within?: Component;
}

function whole(component: Component): Component {
  let at = component;
  while (at.within !== undefined) at = at.within;
  // What was asked once is near the next time.
  if (at !== component) component.within = at;
  return at;
}

interface Mixture {
  readonly weights: ReadonlyMap<string, number>;
  readonly name: string;
}

function mixtures(resources: readonly string[]): readonly Mixture[] {
  const single = resources.map((name) => ({ weights: new Map([[name, 1]]), name }));
  if (!resources.includes('cpu') || !resources.includes('memory')) return single;
  const mixed = Array.from({ length: STEPS - 1 }, (_, i) => {
    const cpu = (i + 1) / STEPS;
    return {
      weights: new Map([
        ['cpu', cpu],
        ['memory', 1 - cpu],
      ]),
      name: 'cpu and memory',
    };
  });
  return [...single, ...mixed];
}

/** The machines of a group as columns. */
interface MachineColumns {
  readonly requests: ReadonlyMap<string, number>;
  readonly prices: Float64Array;
  /** Of each resource that is asked for. */
  readonly rooms: ReadonlyMap<string, Float64Array>;
}

function columnsOf({ requests, machines }: PodGroup, resources: readonly string[]): MachineColumns {
  const asked = resources.filter((resource) => (requests.get(resource) ?? 0) > 0);
  return {
    requests,
    prices: columnOf(machines, ({ pricePerHourUsd }) => pricePerHourUsd),
    rooms: new Map(
      asked.map((resource) => [resource, columnOf(machines, ({ room }) => room.get(resource) ?? 0)]),
    ),
  };
}

function columnOf(machines: readonly Machine[], read: (machine: Machine) => number): Float64Array {
  const column = new Float64Array(machines.length);
  machines.forEach((machine, i) => {
    column[i] = read(machine);
  });
  return column;
}

/** What one pod of a group takes of the price of the machine where it takes least. */
function cheapestShare(
  { requests, prices, rooms }: MachineColumns,
  weights: ReadonlyMap<string, number>,
): number {
  const shares = new Float64Array(prices.length);
  for (const [resource, weight] of weights) {
    const room = rooms.get(resource);
    const weighted = weight * (requests.get(resource) ?? 0);
    if (room === undefined) continue;
    for (let i = 0; i < shares.length; i++) {
      shares[i] = (shares[i] as number) + weighted / (room[i] as number);
    }
  }
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < shares.length; i++) {
    least = Math.min(least, (shares[i] as number) * (prices[i] as number));
  }
  return least;
}
