import type { Quantity } from '../kubernetes/quantity.ts';
import type { Resources } from '../kubernetes/resources.ts';
import type { InstanceTable, InstanceType } from '../model/instance-type.ts';

export interface LimitFit {
  /** Types of which at least one machine fits the limits of an empty pool. */
  readonly fitting: readonly InstanceType[];
  /** For each limited resource, how many types exceed it. A type can exceed several. */
  readonly excludedBy: ReadonlyMap<string, number>;
}

/**
 * Which types a pool's limits allow at all. Karpenter compares a limit with the capacity of one machine, not with
 * what is allocatable; a resource that a type does not have counts as zero.
 */
export function fitLimits(input: {
  readonly types: readonly InstanceType[];
  /** By resource name. */
  readonly limits: ReadonlyMap<string, Quantity>;
  readonly resourcesOf: InstanceTable['resourcesOf'];
}): LimitFit {
  const limits = [...input.limits].map(([name, quantity]) => ({ ...measureOf(name, quantity), name }));
  const excludedBy = new Map(limits.map(({ name }) => [name, 0]));
  const fitting = input.types.filter((type) => {
    const { capacity } = input.resourcesOf(type);
    const exceeded = limits.filter(({ most, amountIn }) => amountIn(capacity) > most);
    for (const { name } of exceeded) excludedBy.set(name, (excludedBy.get(name) ?? 0) + 1);
    return exceeded.length === 0;
  });
  return { fitting, excludedBy };
}

interface Measure {
  readonly amountIn: (resources: Resources) => number;
  /** The limit in the same unit, rounded down: amounts are integers. */
  readonly most: bigint;
}

const NANO_PER_MILLI = 10n ** 6n;
const NANO_PER_UNIT = 10n ** 9n;

function measureOf(name: string, limit: Quantity): Measure {
  if (name === 'cpu') return { amountIn: ({ cpuMilli }) => cpuMilli, most: floor(limit, NANO_PER_MILLI) };
  return { amountIn: amountReader(name), most: floor(limit, NANO_PER_UNIT) };
}

function amountReader(name: string): (resources: Resources) => number {
  if (name === 'memory') return ({ memoryBytes }) => memoryBytes;
  if (name === 'ephemeral-storage') return ({ ephemeralStorageBytes }) => ephemeralStorageBytes;
  if (name === 'pods') return ({ pods }) => pods;
  return ({ extended }) => (Object.hasOwn(extended, name) ? (extended[name] ?? 0) : 0);
}

function floor(quantity: Quantity, unit: bigint): bigint {
  const quotient = quantity.nano / unit;
  return quantity.nano < 0n && quantity.nano % unit !== 0n ? quotient - 1n : quotient;
}
