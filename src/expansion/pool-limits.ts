import { parseQuantity, type Quantity } from '../kubernetes/quantity.ts';
import { amountReader, type Resources } from '../kubernetes/resources.ts';
import type { Pool } from '../model/pool.ts';

/** The limits of a pool that can be read. What cannot be, and what is negative, is an error elsewhere. */
export function readableLimits(pool: Pool): ReadonlyMap<string, Quantity> {
  const limits = new Map<string, Quantity>();
  for (const [name, { value }] of pool.limits) {
    const read = parseQuantity(value);
    if (read.ok && read.quantity.nano >= 0n) limits.set(name, read.quantity);
  }
  return limits;
}

const NANO_PER_UNIT = 1_000_000_000n;
const NANO_PER_MILLI = 1_000_000n;

/** How much one machine takes of a limit, in billionths of its unit. A machine is one of `nodes`. */
export function usedOf(resource: string, capacity: Resources): bigint {
  if (resource === 'nodes') return NANO_PER_UNIT;
  const amount = BigInt(amountReader(resource)(capacity));
  return amount * (resource === 'cpu' ? NANO_PER_MILLI : NANO_PER_UNIT);
}
