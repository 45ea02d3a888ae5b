import { parseQuantity } from '../../../../kubernetes/quantity.ts';
import { CelQuantity } from '../values.ts';

const SYNTAX = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?(?:([numkMGTPE]?)|([KMGTPE])i|[eE]([+-]?[0-9]+))$/;
/** Digits that are kept as an integer of 64 bits, by the rule of thumb of Kubernetes. */
const MAX_DIGITS = 18;
const NANO_SCALE = -9;
const MAX_INT = 2n ** 63n - 1n;

/** A number of 64 bits, and the power of ten that it is multiplied by. */
interface Amount {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** A quantity as Kubernetes keeps it, which depends on how it is written; `nano` is its value. */
export function quantityAmount(text: string): CelQuantity | undefined {
  const result = parseQuantity(text);
  if (!result.ok) return undefined;
  const amount = shortAmount(text);
  if (amount !== undefined) return new CelQuantity({ ...amount, short: true });
  const { nano, format } = result.quantity;
  // The cap on quantities with a binary suffix is an integer.
  const capped = format === 'BinarySI' && (nano < 0n ? -nano : nano) === MAX_INT * 10n ** 9n;
  return new CelQuantity(
    capped
      ? { unscaled: nano / 10n ** 9n, scale: 0, short: false }
      : { unscaled: nano, scale: NANO_SCALE, short: false },
  );
}

/** Undefined where Kubernetes takes a number of any size. */
function shortAmount(text: string): Amount | undefined {
  const [, sign, stripped = '', fraction = '', decimal = '', binary, written] = SYNTAX.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const digits = stripped === '' ? '0' : stripped;
  const amount = (value: bigint, scale: number): Amount | undefined =>
    value > MAX_INT ? undefined : { unscaled: sign === '-' ? -value : value, scale };
  if (binary !== undefined) {
    const exponent = ('KMGTPE'.indexOf(binary) + 1) * 10;
    const room = MAX_BINARY_DIGITS - digits.length - (exponent * 3) / 10;
    return fraction === '' && room >= 0 ? amount(BigInt(digits) * 2n ** BigInt(exponent), 0) : undefined;
  }
  const exponent = written === undefined ? decimalExponent(decimal) : Number(written);
  const scale = exponent - fraction.length;
  if (digits.length + fraction.length > MAX_DIGITS || scale < NANO_SCALE) return undefined;
  return amount(BigInt(digits + fraction), scale);
}

const MAX_BINARY_DIGITS = 14;

function decimalExponent(suffix: string): number {
  return suffix === '' ? 0 : ('num kMGTPE'.indexOf(suffix) - 3) * 3;
}

/** Adds as Kubernetes does: an integer of 64 bits for as long as it fits. */
export function addAmounts(left: CelQuantity, right: CelQuantity): CelQuantity {
  const short = left.short && right.short;
  if (short && right.unscaled === 0n) return left;
  if (short && left.unscaled === 0n) return right;
  const scale = Math.min(left.scale, right.scale);
  const one = left.unscaled * 10n ** BigInt(left.scale - scale);
  const other = right.unscaled * 10n ** BigInt(right.scale - scale);
  const unscaled = one + other;
  const fits = [one, other, unscaled].every((value) => BigInt.asIntN(64, value) === value);
  return new CelQuantity({ unscaled, scale, short: short && fits });
}

/** As Go computes it, with the error of its multiplication: 0.3 is 0.30000000000000004. */
export function approximateFloat({ unscaled, scale }: CelQuantity): number {
  return scale === 0 ? Number(unscaled) : Number(unscaled) * powerOfTen(scale);
}

/** Go's `math.Pow10`. */
function powerOfTen(exponent: number): number {
  if (exponent < -323) return 0;
  if (exponent > 308) return Infinity;
  const size = Math.abs(exponent);
  const [high, low] = [size - (size % 32), Number(`1e${size % 32}`)];
  return exponent < 0 ? Number(`1e-${high}`) / low : Number(`1e${high}`) * low;
}
