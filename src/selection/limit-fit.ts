import type { Quantity } from '../kubernetes/quantity.ts';
import { amountReader, type Resources } from '../kubernetes/resources.ts';
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
  const measures = [...input.limits].map(([name, quantity]) => measureOf(name, quantity));
  const exceeding = measures.map(() => 0);
  const fitting: InstanceType[] = [];
  // A hot loop: every admitted type of every pool passes here, so it allocates nothing.
  for (const type of input.types) {
    const { capacity } = input.resourcesOf(type);
    let fits = true;
    for (let i = 0; i < measures.length; i++) {
      const measure = measures[i];
      if (measure === undefined || measure.amountIn(capacity) <= measure.most) continue;
      exceeding[i] = (exceeding[i] ?? 0) + 1;
      fits = false;
    }
    if (fits) fitting.push(type);
  }
  return { fitting, excludedBy: new Map(measures.map(({ name }, i) => [name, exceeding[i] ?? 0])) };
}

interface Measure {
  readonly name: string;
  readonly amountIn: (resources: Resources) => number;
  /** The limit in the same unit, rounded down: amounts are integers, and none comes near 2^53. */
  readonly most: number;
}

const NANO_PER_MILLI = 10n ** 6n;
const NANO_PER_UNIT = 10n ** 9n;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

function measureOf(name: string, limit: Quantity): Measure {
  const unit = name === 'cpu' ? NANO_PER_MILLI : NANO_PER_UNIT;
  return { name, amountIn: amountReader(name), most: floor(limit, unit) };
}

function floor(quantity: Quantity, unit: bigint): number {
  const quotient = quantity.nano / unit;
  const whole = quantity.nano < 0n && quantity.nano % unit !== 0n ? quotient - 1n : quotient;
  return whole > MOST ? Number.MAX_SAFE_INTEGER : Math.max(Number(whole), Number.MIN_SAFE_INTEGER);
}
