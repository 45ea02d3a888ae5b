import { parseQuantity } from '../../../../kubernetes/quantity.ts';
import { CelError, CelQuantity, type CelValue } from '../values.ts';
import { type CelFunction, type CelFunctions, instanceAt, textAt, valueAt } from './arguments.ts';

const NANO_PER_UNIT = 1_000_000_000n;
const MAX_INT = 2n ** 63n - 1n;

function quantityOf(args: readonly CelValue[]): CelQuantity {
  const text = textAt(args, 0);
  const result = parseQuantity(text);
  if (result.ok) return new CelQuantity({ nano: result.quantity.nano, whole: isWhole(text) });
  const pattern = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';
  throw new CelError(
    result.problem === 'suffix'
      ? "unable to parse quantity's suffix"
      : `quantities must match the regular expression '${pattern}'`,
  );
}

const DECIMAL = /^[+-]?0*([0-9]*)(\.[0-9]*)?(?:([numkMGTPE]?)|[eE]([+-]?[0-9]+))$/;
const BINARY = /^[+-]?0*([0-9]*)\.?([KMGTPE])i$/;
/** Digits that are kept as an integer of 64 bits, by the rule of thumb of Kubernetes. */
const MAX_DIGITS = 18;

/** Whether Kubernetes keeps a quantity as an integer: that depends on how it is written, too. */
function isWhole(text: string): boolean {
  const [, binaryDigits, unit = ''] = BINARY.exec(text) ?? [];
  if (binaryDigits !== undefined) {
    const exponent = ('KMGTPE'.indexOf(unit) + 1) * 10;
    return 15 - binaryDigits.length - Math.trunc(exponent * 0.3) - 1 >= 0;
  }
  const [, digits, fraction = '', suffix = '', written = '0'] = DECIMAL.exec(text) ?? [];
  if (digits === undefined) return false;
  const exponent = suffix === '' ? Number(written) : ('num kMGTPE'.indexOf(suffix) - 3) * 3;
  const scale = exponent - Math.max(0, fraction.length - 1);
  return digits.length + Math.max(0, fraction.length - 1) <= MAX_DIGITS && scale >= 0;
}

function nanoAt(args: readonly CelValue[], place: number): bigint {
  const value = valueAt(args, place);
  return typeof value === 'bigint' ? value * NANO_PER_UNIT : instanceAt(args, place, CelQuantity).nano;
}

function sum(args: readonly CelValue[], sign: bigint): CelQuantity {
  const left = instanceAt(args, 0, CelQuantity);
  const other = args[1] instanceof CelQuantity ? args[1].whole : true;
  return new CelQuantity({ nano: left.nano + sign * nanoAt(args, 1), whole: left.whole && other });
}

/** Undefined where it is not a whole number of 64 bits. */
function wholeOf(args: readonly CelValue[]): bigint | undefined {
  const { nano, whole } = instanceAt(args, 0, CelQuantity);
  const value = nano / NANO_PER_UNIT;
  return whole && value <= MAX_INT && value >= -MAX_INT - 1n ? value : undefined;
}

function asInteger(args: readonly CelValue[]): bigint {
  const whole = wholeOf(args);
  if (whole === undefined) throw new CelError('cannot convert value to integer');
  return whole;
}

function sign(args: readonly CelValue[]): bigint {
  const { nano } = instanceAt(args, 0, CelQuantity);
  if (nano === 0n) return 0n;
  return nano < 0n ? -1n : 1n;
}

export const QUANTITY_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['quantity/1', quantityOf],
  ['isQuantity/1', (args) => parseQuantity(textAt(args, 0)).ok],
  ['sign/1', sign],
]);

export const QUANTITY_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['asInteger/0', asInteger],
  ['isInteger/0', (args) => wholeOf(args) !== undefined],
  ['asApproximateFloat/0', (args) => Number(instanceAt(args, 0, CelQuantity).nano) / Number(NANO_PER_UNIT)],
  ['sign/0', sign],
  ['add/1', (args) => sum(args, 1n)],
  ['sub/1', (args) => sum(args, -1n)],
]);
