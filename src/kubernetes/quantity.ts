/** How a quantity was written, which decides how its canonical text looks. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An exact Kubernetes quantity. The API keeps nothing finer than a billionth, so an integer of nano-units suffices. */
export interface Quantity {
  readonly nano: bigint;
  readonly format: QuantityFormat;
}

/**
 * `syntax`: not a number followed by a suffix. `suffix`: a number with a suffix that does not exist.
 * `range`: more digits or a larger exponent than anything real needs; refused so that no text makes us build a huge integer.
 */
export type QuantityProblem = 'syntax' | 'suffix' | 'range';

export type QuantityResult =
  | { readonly ok: true; readonly quantity: Quantity }
  | { readonly ok: false; readonly problem: QuantityProblem };

const NANO_DIGITS = 9;
const NANO_PER_UNIT = 10n ** BigInt(NANO_DIGITS);
const NANO_PER_MILLI = 10n ** 6n;

/** Kubernetes caps quantities with a binary suffix at the largest signed 64-bit integer. */
const BINARY_CAP_NANO = (2n ** 63n - 1n) * NANO_PER_UNIT;

const MAX_DIGITS = 400;
const MAX_EXPONENT = 400;

// The digits of an exponent need a letter or a sign before them, or two digit runs could share one text and backtrack.
const SYNTAX = /^([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[eEinumkKMGTP]+[-+]?|[-+])[0-9]*)?$/;
const EXPONENT_SUFFIX = /^[eE][-+]?[0-9]+$/;

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY_SUFFIXES = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const SUFFIXES: ReadonlyMap<string, Suffix> = new Map([
  ...DECIMAL_SUFFIXES.map((text, i): [string, Suffix] => [
    text,
    { base: 10, exponent: (i - 3) * 3, format: 'DecimalSI' },
  ]),
  ...BINARY_SUFFIXES.map((text, i): [string, Suffix] => [
    text,
    { base: 2, exponent: (i + 1) * 10, format: 'BinarySI' },
  ]),
]);

/**
 * Reads a quantity as `k8s.io/apimachinery/pkg/api/resource.ParseQuantity` does: values finer than a nano-unit
 * round away from zero. Unlike Go, a text without a digit (`Gi`, `-`) is refused instead of being zero.
 */
export function parseQuantity(text: string): QuantityResult {
  const match = SYNTAX.exec(text);
  if (match === null) return { ok: false, problem: 'syntax' };
  const [, sign = '', whole = '', fraction = '', suffixText = ''] = match;
  const digits = whole + fraction;
  if (digits === '') return { ok: false, problem: 'syntax' };
  const suffix = interpretSuffix(suffixText);
  if (suffix === undefined) return { ok: false, problem: 'suffix' };
  if (digits.length > MAX_DIGITS || Math.abs(suffix.exponent) > MAX_EXPONENT) {
    return { ok: false, problem: 'range' };
  }
  return { ok: true, quantity: assemble(sign === '-', BigInt(digits), fraction.length, suffix) };
}

function interpretSuffix(text: string): Suffix | undefined {
  const known = SUFFIXES.get(text);
  if (known !== undefined) return known;
  if (!EXPONENT_SUFFIX.test(text)) return undefined;
  return { base: 10, exponent: Number(text.slice(1)), format: 'DecimalExponent' };
}

function assemble(negative: boolean, digits: bigint, fractionDigits: number, suffix: Suffix): Quantity {
  const binaryFactor = suffix.base === 2 ? 2n ** BigInt(suffix.exponent) : 1n;
  const decimalShift = NANO_DIGITS - fractionDigits + (suffix.base === 10 ? suffix.exponent : 0);
  let nano = shiftDecimal(digits * binaryFactor, decimalShift);
  let format = suffix.format;
  if (format === 'BinarySI') {
    if (nano > BINARY_CAP_NANO) nano = BINARY_CAP_NANO;
    // Kubernetes shows fractions of a byte as decimals.
    if (nano > 0n && nano < NANO_PER_UNIT) format = 'DecimalSI';
  }
  return { nano: negative ? -nano : nano, format };
}

/** `value * 10^shift`, rounded up; `value` is not negative. */
function shiftDecimal(value: bigint, shift: number): bigint {
  return shift >= 0 ? value * 10n ** BigInt(shift) : divideAwayFromZero(value, 10n ** BigInt(-shift));
}

function divideAwayFromZero(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  if (value % divisor === 0n) return quotient;
  return value < 0n ? quotient - 1n : quotient + 1n;
}

/** The exact amount in billionths; nothing for a text that is no quantity, which whoever reads it reports. */
export function nanoOf(text: string): bigint {
  const read = parseQuantity(text);
  return read.ok ? read.quantity.nano : 0n;
}

/** Whole units, fractions rounded away from zero as Go's `Value()` does. */
export function ceilUnits(quantity: Quantity): bigint {
  return divideAwayFromZero(quantity.nano, NANO_PER_UNIT);
}

/** Whole thousandths, the rest rounded away from zero as Go's `MilliValue()` does. */
export function ceilMilli(quantity: Quantity): bigint {
  return divideAwayFromZero(quantity.nano, NANO_PER_MILLI);
}

/** Negative, zero or positive; the format plays no part. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.nano < b.nano ? -1 : a.nano > b.nano ? 1 : 0;
}

/**
 * Canonical text, as Go's `Quantity.String()` computes it when it has not kept the input: no fraction, the largest
 * suffix that keeps the number whole. `parseQuantity` reads it back to the same value.
 */
export function formatQuantity(quantity: Quantity): string {
  const { nano, format } = quantity;
  if (nano === 0n) return '0';
  if (format === 'BinarySI' && nano % NANO_PER_UNIT === 0n) {
    const units = nano / NANO_PER_UNIT;
    if (units <= -1024n || units >= 1024n) return formatBinary(units);
  }
  return formatDecimal(nano, format === 'DecimalExponent' ? 'exponent' : 'suffix');
}

function formatBinary(units: bigint): string {
  let mantissa = units;
  let step = 0;
  while (step < BINARY_SUFFIXES.length && mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    step++;
  }
  return `${mantissa}${BINARY_SUFFIXES[step - 1] ?? ''}`;
}

function formatDecimal(nano: bigint, style: 'exponent' | 'suffix'): string {
  let mantissa = nano;
  let step = 0;
  // Suffixes end at E; an exponent has no end.
  const lastStep = style === 'exponent' ? Number.POSITIVE_INFINITY : DECIMAL_SUFFIXES.length - 1;
  while (step < lastStep && mantissa % 1000n === 0n) {
    mantissa /= 1000n;
    step++;
  }
  if (style === 'suffix') return `${mantissa}${DECIMAL_SUFFIXES[step] ?? ''}`;
  const exponent = step * 3 - NANO_DIGITS;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}

const NEARLY = /^([+-]?[0-9]+(?:[,_][0-9]{3})*(?:\.[0-9]+)?|[+-]?\.[0-9]+)\s*([A-Za-z]*)$/;
const UNIT = /^([kmgtpe])(i?)b?$/i;

/**
 * Valid quantities a person may have meant by an invalid text, most likely first: `100GB` gives `100G` and `100Gi`.
 * Empty for a valid text and where nothing can be guessed.
 */
export function suggestQuantities(text: string): string[] {
  if (parseQuantity(text).ok) return [];
  const match = NEARLY.exec(text.trim());
  if (match === null) return [];
  const number = (match[1] ?? '').replace(/[,_]/g, '');
  return suggestSuffixes(match[2] ?? '')
    .map((suffix) => number + suffix)
    .filter((candidate) => parseQuantity(candidate).ok);
}

function suggestSuffixes(written: string): string[] {
  if (SUFFIXES.has(written)) return [written];
  if (/^(b|bytes?)$/i.test(written)) return [''];
  // A lone `e` is an exponent without its number, not exabytes.
  const unit = written === 'e' ? null : UNIT.exec(written);
  if (unit === null) return [];
  const letter = (unit[1] ?? '').toUpperCase();
  const binary = `${letter}i`;
  if (unit[2] !== '') return [binary];
  return [letter === 'K' ? 'k' : letter, binary];
}
