import { parseQuantity } from '../../../../kubernetes/quantity.ts';
import { CelError, CelQuantity, type CelValue } from '../values.ts';
import { addAmounts, approximateFloat, quantityAmount } from './quantity-amount.ts';
import { type CelFunction, type CelFunctions, instanceAt, textAt, valueAt } from './arguments.ts';

const NANO_PER_UNIT = 1_000_000_000n;

function quantityOf(args: readonly CelValue[]): CelQuantity {
  const text = textAt(args, 0);
  const quantity = quantityAmount(text);
  if (quantity !== undefined) return quantity;
  const result = parseQuantity(text);
  const pattern = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';
  throw new CelError(
    !result.ok && result.problem === 'suffix'
      ? "unable to parse quantity's suffix"
      : `quantities must match the regular expression '${pattern}'`,
  );
}

function quantityAt(args: readonly CelValue[], place: number): CelQuantity {
  const value = valueAt(args, place);
  if (typeof value === 'bigint') return new CelQuantity({ unscaled: value, scale: 0, short: true });
  return instanceAt(args, place, CelQuantity);
}

function difference(args: readonly CelValue[]): CelQuantity {
  const { unscaled, scale, short } = quantityAt(args, 1);
  return addAmounts(instanceAt(args, 0, CelQuantity), new CelQuantity({ unscaled: -unscaled, scale, short }));
}

/** Undefined where it is not a whole number of 64 bits; `1.0` and `1.5Gi` are not. */
function wholeOf(args: readonly CelValue[]): bigint | undefined {
  const { nano, scale, short } = instanceAt(args, 0, CelQuantity);
  const value = nano / NANO_PER_UNIT;
  return short && scale >= 0 && BigInt.asIntN(64, value) === value ? value : undefined;
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
  ['asApproximateFloat/0', (args) => approximateFloat(instanceAt(args, 0, CelQuantity))],
  ['sign/0', sign],
  ['add/1', (args) => addAmounts(instanceAt(args, 0, CelQuantity), quantityAt(args, 1))],
  ['sub/1', difference],
]);
