import { parseQuantity, type Quantity, type QuantityProblem } from '../quantity.ts';
import { int64Amount, scaleOfInt64 } from './int64-amount.ts';

export type AutoscalerQuantity =
  | {
      readonly ok: true;
      /** What was meant, exactly. */
      readonly quantity: Quantity;
      /** What Go's `Value()` makes of it. */
      readonly value: bigint;
      /** What `MilliValue()` makes of it. */
      readonly milli: bigint;
    }
  | { readonly ok: false; readonly problem: QuantityProblem };

const NUMBER = /^[+-]?\.?[0-9]/;

/**
 * Reads a quantity as the Cluster Autoscaler does, which is `parseQuantity` but for one thing: Go takes a suffix
 * without a number (`Gi`, `-`) for zero.
 */
export function readQuantity(text: string): AutoscalerQuantity {
  const numeric = NUMBER.test(text) ? text : withZero(text);
  if (numeric === undefined) return { ok: false, problem: 'syntax' };
  const read = parseQuantity(numeric);
  if (!read.ok) return read;
  const { quantity } = read;
  return {
    ok: true,
    quantity,
    value: int64Amount(numeric, quantity, 0),
    milli: int64Amount(numeric, quantity, 3),
  };
}

/** `text` with the zero that Go puts where digits are missing; undefined where Go needs the digits after all (`Ei`). */
function withZero(text: string): string | undefined {
  if (text === '') return undefined;
  const zero = text.replace(/^[+-]?/, '$&0');
  return scaleOfInt64(zero) !== undefined || !parseQuantity(zero).ok ? zero : undefined;
}
