import type { Origin } from '../diagnostics/origin.ts';
import { parseQuantity } from '../kubernetes/quantity.ts';
import { amountReader, type Resources } from '../kubernetes/resources.ts';
import type { Pool } from '../model/pool.ts';

/** A limit of a pool in the units that capacities are counted in: milli-CPU, bytes, or pieces. */
export interface PoolLimit {
  readonly resource: string;
  readonly text: string;
  /** Rounded down: a capacity exceeds a limit exactly if it exceeds the whole part. */
  readonly amount: number;
  readonly origin: Origin;
  /** How much of it one node takes. */
  readonly of: (capacity: Resources) => number;
}

const NANO_PER_UNIT = 10n ** 9n;
const NANO_PER_MILLI = 10n ** 6n;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** The limits that can be read, in the order in which they are written. Every node counts one of `nodes`. */
export function poolLimits({ limits }: Pool): readonly PoolLimit[] {
  return [...limits].flatMap(([resource, limit]): PoolLimit[] => {
    const parsed = parseQuantity(limit.value);
    if (!parsed.ok || parsed.quantity.nano < 0n) return [];
    const whole = parsed.quantity.nano / (resource === 'cpu' ? NANO_PER_MILLI : NANO_PER_UNIT);
    return [
      {
        resource,
        text: limit.value,
        amount: Number(whole > MOST ? MOST : whole),
        origin: limit.origin,
        of: resource === 'nodes' ? () => 1 : amountReader(resource),
      },
    ];
  });
}
