import type { Quantity } from '../quantity.ts';
import { ceilMilli, ceilUnits } from '../quantity.ts';

const PARTS = /^[+-]?0*([0-9]*)\.?([0-9]*)(.*)$/s;
const BINARY_EXPONENTS: ReadonlyMap<string, number> = new Map(
  ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, i) => [suffix, (i + 1) * 10]),
);
const DECIMAL_EXPONENTS: ReadonlyMap<string, number> = new Map(
  ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, i) => [suffix, (i - 3) * 3]),
);

/** Powers of ten that Go multiplies by in one step, without looking whether the product fits. */
const SINGLE_STEPS: readonly number[] = [0, 1, 2, 3, 6, 9];

const CAP_NANO = (2n ** 63n - 1n) * 10n ** 9n;

/**
 * What Go's `Value()` (`step` 0) or `MilliValue()` (`step` 3) makes of a quantity: a 64-bit integer that wraps around or
 * becomes 0 where the number is too large (k8s.io/apimachinery 0.36, pkg/api/resource, positiveScaleInt64 and scaledValue).
 */
export function int64Amount(text: string, quantity: Quantity, step: 0 | 3): bigint {
  const scale = scaleOfInt64(text);
  if (scale === undefined) return ofDecimal(quantity, step);
  const exact = step === 0 ? ceilUnits(quantity) : ceilMilli(quantity);
  if (BigInt.asIntN(64, exact) === exact) return exact;
  return SINGLE_STEPS.includes(scale + step) ? BigInt.asIntN(64, exact) : 0n;
}

/**
 * The power of ten of a quantity that Go keeps as a 64-bit integer and a power of ten; undefined for one that it keeps
 * as a decimal of any length.
 */
export function scaleOfInt64(text: string): number | undefined {
  const [, stripped = '', fraction = '', suffix = ''] = PARTS.exec(text) ?? [];
  const whole = Math.max(stripped.length, 1);
  const binary = BINARY_EXPONENTS.get(suffix);
  if (binary !== undefined) {
    return fraction === '' && 15 - whole - Math.trunc((binary * 3) / 10) - 1 >= 0 ? 0 : undefined;
  }
  const scale = (DECIMAL_EXPONENTS.get(suffix) ?? Number(suffix.slice(1))) - fraction.length;
  return 18 - whole - fraction.length >= 0 && scale >= -9 ? scale : undefined;
}

function ofDecimal({ nano, format }: Quantity, step: 0 | 3): bigint {
  // The cap is the one decimal without a fraction: the others are rounded to nine places.
  if (format === 'BinarySI' && (nano === CAP_NANO || nano === -CAP_NANO))
    return BigInt.asIntN(64, (nano / 10n ** 9n) * 10n ** BigInt(step));
  const divisor = 10n ** BigInt(9 - step);
  if (nano >= 0n) return BigInt.asIntN(64, (nano + divisor - 1n) / divisor);
  // Go cuts a negative number to 64 bits first, and rounds it up towards zero.
  const cut = BigInt.asIntN(64, -BigInt.asIntN(64, -nano));
  return cut / divisor + (cut % divisor === 0n ? 0n : 1n);
}
