import type { Quantity } from '../kubernetes/quantity.ts';
import type { Resources } from '../kubernetes/resources.ts';
import { usedOf } from './pool-limits.ts';

/** The annotation is read as an integer of 32 bits in some places. */
const MOST = 999_999_999n;
/** Of a MachineDeployment that neither a limit nor `max_size` bounds. */
export const DEFAULT_MAX_SIZE = 100;

export interface MaxSizeInput {
  /** What one machine takes of the limits, in the order in which MachineDeployments are served: the cheapest first. */
  readonly capacities: readonly Resources[];
  readonly limits: ReadonlyMap<string, Quantity>;
  /** Of each. Absent: as much as the limits allow. */
  readonly maxSize?: number | undefined;
  /** `split`: together they never exceed a limit. `floors`: each stays within them alone. */
  readonly strategy: 'split' | 'floors';
}

export interface MaxSizes {
  /** In the order of the input. 0: it must not exist. */
  readonly sizes: readonly number[];
  /** Positions that got the default because nothing bounds them. */
  readonly unbounded: readonly number[];
}

/** What one limit bounds: how much there is of it, and what a machine takes, by position. */
interface Budget {
  left: bigint;
  readonly taken: readonly bigint[];
}

/** The largest size of each MachineDeployment, in exact integers. */
export function maxSizes(input: MaxSizeInput): MaxSizes {
  const budgets = [...input.limits].map(
    ([resource, { nano }]): Budget => ({
      left: nano,
      taken: input.capacities.map((capacity) => usedOf(resource, capacity)),
    }),
  );
  const unbounded: number[] = [];
  const floors = input.capacities.map((_, i) => {
    const floor = most(budgets, [i]);
    if (floor === undefined && input.maxSize === undefined) unbounded.push(i);
    return least(floor ?? MOST, BigInt(input.maxSize ?? (floor === undefined ? DEFAULT_MAX_SIZE : MOST)));
  });
  const sizes = input.strategy === 'floors' ? floors : fill(budgets, floors);
  return { sizes: sizes.map(Number), unbounded };
}

/**
 * Fills all MachineDeployments evenly, one machine each in turn, until none of them fits any more. Whole rounds are
 * done at once; a budget only shrinks, so what does not fit once never fits again.
 */
function fill(budgets: readonly Budget[], floors: readonly bigint[]): bigint[] {
  const sizes = floors.map(() => 0n);
  let open = floors.flatMap((floor, i) => (floor > 0n ? [i] : []));
  while (open.length > 0) {
    const rounds = open.reduce(
      (fewest, i) => least(fewest, (floors[i] ?? 0n) - (sizes[i] ?? 0n)),
      most(budgets, open) ?? MOST,
    );
    for (const i of open) add(budgets, sizes, { at: i, count: rounds });
    open = open.filter((i) => {
      const fits = (sizes[i] ?? 0n) < (floors[i] ?? 0n) && (most(budgets, [i]) ?? 1n) > 0n;
      if (fits) add(budgets, sizes, { at: i, count: 1n });
      return fits;
    });
  }
  return sizes;
}

function add(
  budgets: readonly Budget[],
  sizes: bigint[],
  { at, count }: { readonly at: number; readonly count: bigint },
): void {
  sizes[at] = (sizes[at] ?? 0n) + count;
  for (const budget of budgets) budget.left -= count * (budget.taken[at] ?? 0n);
}

/** How many rounds of one machine each the budgets allow. Undefined: any number. */
function most(budgets: readonly Budget[], positions: readonly number[]): bigint | undefined {
  let fewest: bigint | undefined;
  for (const { left, taken } of budgets) {
    const round = positions.reduce((sum, i) => sum + (taken[i] ?? 0n), 0n);
    if (round === 0n) continue;
    const rounds = left / round;
    if (fewest === undefined || rounds < fewest) fewest = rounds;
  }
  return fewest;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export interface Overshoot {
  readonly resource: string;
  /** How many times the limit all sizes together come to, in tenths, rounded up. */
  readonly tenths: bigint;
}

/** The limit that is exceeded most when every MachineDeployment is as large as it may be; undefined if none is. */
export function overshoot(
  machines: readonly { readonly capacity: Resources; readonly size: number }[],
  limits: ReadonlyMap<string, Quantity>,
): Overshoot | undefined {
  let worst: Overshoot | undefined;
  for (const [resource, { nano }] of limits) {
    const total = machines.reduce(
      (sum, { capacity, size }) => sum + BigInt(size) * usedOf(resource, capacity),
      0n,
    );
    if (nano === 0n || total <= nano) continue;
    const tenths = (total * 10n + nano - 1n) / nano;
    if (worst === undefined || tenths > worst.tenths) worst = { resource, tenths };
  }
  return worst;
}
