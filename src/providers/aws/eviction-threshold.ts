import { ceilUnits, parseQuantity } from '../../kubernetes/quantity.ts';

/** A hard eviction threshold: so many bytes, or `numerator / denominator` of the capacity. */
export type Threshold =
  | { readonly bytes: number }
  | { readonly numerator: number; readonly denominator: number };

const PERCENTAGE = /^([0-9]{1,3})(?:\.([0-9]{1,6}))?%$/;

/** `5%`, `7.5%` or a quantity; undefined for anything else. `100%` switches the threshold off. */
export function parseThreshold(text: string): Threshold | undefined {
  const match = PERCENTAGE.exec(text);
  if (match === null) {
    const result = parseQuantity(text);
    return result.ok ? { bytes: safeInteger(ceilUnits(result.quantity)) } : undefined;
  }
  const [, whole = '', fraction = ''] = match;
  const denominator = 100 * 10 ** fraction.length;
  const numerator = Number(whole + fraction);
  return numerator === denominator ? { bytes: 0 } : { numerator, denominator };
}

/**
 * The bytes that a threshold keeps free, rounded up (Karpenter 1.14, `computeEvictionSignal`). Karpenter computes
 * this in floating point, so it may be a byte away from ours for odd percentages.
 */
export function thresholdBytes(threshold: Threshold, capacityBytes: number): number {
  if ('bytes' in threshold) return threshold.bytes;
  const { numerator, denominator } = threshold;
  const product = BigInt(capacityBytes) * BigInt(numerator);
  const divisor = BigInt(denominator);
  return Number((product + divisor - 1n) / divisor);
}

/** No machine has more than the largest exact integer, whatever somebody reserves. */
export function safeInteger(value: bigint): number {
  return value > MAX_SAFE
    ? Number.MAX_SAFE_INTEGER
    : value < -MAX_SAFE
      ? Number.MIN_SAFE_INTEGER
      : Number(value);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
