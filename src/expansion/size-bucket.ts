import type { Resources } from '../kubernetes/resources.ts';

/** Machines of about the same shape and size. */
export interface SizeBucket {
  /** Binary logarithm of GiB of memory for each core, rounded: 1, 2, 3 for the families c, m, r. */
  readonly ratio: number;
  /** Binary logarithm of cores, rounded. */
  readonly size: number;
}

const BYTES_PER_GIB = 2n ** 30n;
const MILLI = 1000n;

/** The same machine is in many pools. */
const buckets = new WeakMap<Resources, SizeBucket>();

export function sizeBucket(capacity: Resources): SizeBucket {
  let bucket = buckets.get(capacity);
  if (bucket === undefined) {
    const cpu = BigInt(capacity.cpuMilli);
    bucket = {
      ratio: roundedLog2(BigInt(capacity.memoryBytes) * MILLI, cpu * BYTES_PER_GIB),
      size: roundedLog2(cpu, MILLI),
    };
    buckets.set(capacity, bucket);
  }
  return bucket;
}

/** Half up, exactly: the logarithm of a square is twice that of its root. Nothing has the smallest logarithm there is. */
export function roundedLog2(numerator: bigint, denominator: bigint): number {
  if (numerator <= 0n || denominator <= 0n) return Number.NEGATIVE_INFINITY;
  return Math.floor((floorLog2(numerator ** 2n, denominator ** 2n) + 1) / 2);
}

function floorLog2(numerator: bigint, denominator: bigint): number {
  const guess = numerator.toString(2).length - denominator.toString(2).length;
  const isReached =
    guess >= 0 ? numerator >= denominator << BigInt(guess) : numerator << BigInt(-guess) >= denominator;
  return isReached ? guess : guess - 1;
}
