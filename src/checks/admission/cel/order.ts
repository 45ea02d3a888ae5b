import { CelDuration, CelTimestamp, CelUint, type CelValue, NoOverload } from './values.ts';

export function isNumber(value: CelValue): value is bigint | number | CelUint {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof CelUint;
}

/** Numbers of all types are compared by what they are; NaN with nothing gives undefined. */
export function compareNumbers(
  left: bigint | number | CelUint,
  right: bigint | number | CelUint,
): number | undefined {
  const one = left instanceof CelUint ? left.value : left;
  const other = right instanceof CelUint ? right.value : right;
  if (Number.isNaN(one) || Number.isNaN(other)) return undefined;
  if (one < other) return -1;
  return one > other ? 1 : 0;
}

/** Negative, zero or positive; undefined only with NaN. */
export function compare(left: CelValue, right: CelValue): number | undefined {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right);
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) {
    return compareNumbers(left.nanoseconds, right.nanoseconds);
  }
  if (left instanceof CelDuration && right instanceof CelDuration) {
    return compareNumbers(left.nanoseconds, right.nanoseconds);
  }
  throw new NoOverload();
}

/** By code points, as Go compares the bytes of UTF-8. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  let index = 0;
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  const [one, other] = [left.codePointAt(index), right.codePointAt(index)];
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  return one - other;
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
