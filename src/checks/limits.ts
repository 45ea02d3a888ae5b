import type { Located } from '../diagnostics/located.ts';
import { parseQuantity, type Quantity } from '../kubernetes/quantity.ts';
import { amountReader, overreserved, type Resources } from '../kubernetes/resources.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { InstanceType } from '../model/instance-type.ts';
import { fitLimits } from '../selection/limit-fit.ts';

/** A limit of a pool in the units that capacities are counted in: milli-CPU, bytes, or pieces. */
export interface PoolLimit {
  readonly resource: string;
  readonly text: string;
  readonly quantity: Quantity;
  /** Rounded down: a capacity exceeds a limit exactly if it exceeds the whole part. */
  readonly amount: number;
  readonly limit: Located<string>;
}

const NANO_PER_UNIT = 10n ** 9n;
const NANO_PER_MILLI = 10n ** 6n;

/** Resources that Karpenter counts on every node, apart from `nodes`, which it counts itself. */
export const COMMON_RESOURCES: readonly string[] = ['cpu', 'memory', 'ephemeral-storage', 'pods'];

const cache = new WeakMap<CompiledPool, PoolLimitFit>();

/** Which admitted types a pool's limits leave, each type taken alone. */
export interface PoolLimitFit {
  /** Readable, non-negative limits on what types have. */
  readonly limits: readonly PoolLimit[];
  /** Types whose own capacity is within every limit, in catalogue order. */
  readonly fitting: readonly InstanceType[];
  /** Of the fitting types, in the same order. Kept, because providers remember the resources of a few pools only. */
  readonly capacities: readonly Resources[];
  /** Admitted types, within the limits or not, whose reservations exceed what they have. Kept for the same reason. */
  readonly overreserved: readonly InstanceType[];
  /** How many admitted types exceed a limit alone. */
  readonly exceeding: (limit: PoolLimit) => number;
}

export function limitFit(compiled: CompiledPool): PoolLimitFit {
  const known = cache.get(compiled);
  if (known !== undefined) return known;
  const limits = [...compiled.pool.limits].flatMap(([resource, limit]) => readLimit(resource, limit));
  const { fitting, excludedBy } = fitLimits({
    types: compiled.selection.types,
    limits: new Map(limits.map(({ resource, quantity }) => [resource, quantity])),
    resourcesOf: compiled.table.resourcesOf,
  });
  const fit: PoolLimitFit = {
    limits,
    fitting,
    capacities: fitting.map((type) => compiled.table.resourcesOf(type).capacity),
    overreserved: compiled.selection.types.filter(
      (type) => overreserved(compiled.table.resourcesOf(type).allocatable).length > 0,
    ),
    exceeding: ({ resource }) => excludedBy.get(resource) ?? 0,
  };
  cache.set(compiled, fit);
  return fit;
}

function readLimit(resource: string, limit: Located<string>): PoolLimit[] {
  const parsed = parseQuantity(limit.value);
  // Karpenter counts nodes itself; no type has any.
  if (!parsed.ok || parsed.quantity.nano < 0n || resource === 'nodes') return [];
  const whole = parsed.quantity.nano / (resource === 'cpu' ? NANO_PER_MILLI : NANO_PER_UNIT);
  // Nothing that large exists, so the exact figure does not matter.
  const amount = Number(whole > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : whole);
  return [{ resource, text: limit.value, quantity: parsed.quantity, amount, limit }];
}

/** How much of a resource a machine has, in the units of `PoolLimit`. */
export function amountOf(resources: Resources, resource: string): number {
  return amountReader(resource)(resources);
}

const UNITS = [
  ['Ti', 2 ** 40],
  ['Gi', 2 ** 30],
  ['Mi', 2 ** 20],
  ['Ki', 2 ** 10],
] as const;

/** A short text for people: `54`, `1.5`, `99.9Gi`. One decimal at most, rounded down. */
export function amountText(resource: string, amount: number): string {
  if (resource === 'cpu') return decimalText(amount, 1000);
  if (resource !== 'memory' && resource !== 'ephemeral-storage') return `${amount}`;
  const unit = UNITS.find(([, bytes]) => amount >= bytes);
  return unit === undefined ? `${amount}` : `${decimalText(amount, unit[1])}${unit[0]}`;
}

function decimalText(amount: number, per: number): string {
  const tenths = Math.floor((amount % per) / (per / 10));
  const whole = Math.floor(amount / per);
  return tenths === 0 ? `${whole}` : `${whole}.${tenths}`;
}
