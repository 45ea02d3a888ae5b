const MANTISSA_BITS = 52n;
const EXPONENT_BIAS = 1075;

/** A finite number of 0 and more, exactly: its digits, and how many of them are behind the point. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function exactly(size: number): Decimal {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> MANTISSA_BITS);
  const fraction = bits & ((1n << MANTISSA_BITS) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << MANTISSA_BITS);
  const exponent = (biased === 0 ? 1 : biased) - EXPONENT_BIAS;
  if (exponent >= 0) return { digits: mantissa << BigInt(exponent), places: 0 };
  // Halving is the same as taking five times as much, one place further back.
  return { digits: mantissa * 5n ** BigInt(-exponent), places: -exponent };
}

/** `digits` without its last ones; a tie goes to the even neighbour. */
function withoutLast(digits: bigint, count: number): bigint {
  if (count <= 0) return digits * 10n ** BigInt(-count);
  const unit = 10n ** BigInt(count);
  const [whole, rest] = [digits / unit, (digits % unit) * 2n];
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

/** As Go's `%.2f`: what is exactly between two goes to the even one. */
export function fixedText(value: number, places: number): string {
  if (Number.isNaN(value)) return 'NaN';
  const sign = value < 0 ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}\u221e`;
  const exact = exactly(Math.abs(value));
  const digits = `${withoutLast(exact.digits, exact.places - places)}`.padStart(places + 1, '0');
  const end = digits.length - places;
  return `${sign}${digits.slice(0, end)}${places === 0 ? '' : `.${digits.slice(end)}`}`;
}

/** Digits of a number of one digit before the point, and its power of ten. */
export function scientificParts(size: number, places: number): readonly [mantissa: string, exponent: number] {
  const exact = exactly(size);
  if (exact.digits === 0n) return [`0.${'0'.repeat(places)}`, 0];
  const length = `${exact.digits}`.length;
  const rounded = `${withoutLast(exact.digits, length - 1 - places)}`;
  const carried = rounded.length - 1 - places;
  return [`${rounded[0] ?? ''}.${rounded.slice(1, places + 1)}`, length - 1 - exact.places + carried];
}

/** The shortest digits that give the number, without an exponent. */
export function shortestText(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa;
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(mantissa.replace('.', '')) ?? [];
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}
