import { sameKey, equal } from './equality.ts';
import { isTimestampRange } from './date-time.ts';
import {
  CelDuration,
  CelError,
  CelList,
  CelTimestamp,
  CelUint,
  type CelValue,
  NoOverload,
} from './values.ts';

export type Operator = '+' | '-' | '*' | '/' | '%';

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

export function asInt(value: bigint): bigint {
  if (value < MIN_INT || value > MAX_INT) throw new CelError('integer overflow');
  return value;
}

export function asUint(value: bigint): CelUint {
  if (value < 0n || value > MAX_UINT) throw new CelError('unsigned integer overflow');
  return new CelUint(value);
}

/** `-value`. */
export function negate(value: CelValue): CelValue {
  if (typeof value === 'bigint') return asInt(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof CelDuration) return durationOf(-value.nanoseconds);
  throw new NoOverload();
}

/** Two values of the same type, or times and durations. */
export function calculate(operator: Operator, left: CelValue, right: CelValue): CelValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') return asInt(integers(operator, left, right));
  if (typeof left === 'number' && typeof right === 'number') return doubles(operator, left, right);
  if (left instanceof CelUint && right instanceof CelUint) {
    return asUint(integers(operator, left.value, right.value));
  }
  if (operator === '+') return add(left, right);
  if (operator === '-') return subtract(left, right);
  throw new NoOverload();
}

function integers(operator: Operator, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      if (right === 0n) throw new CelError('division by zero');
      return left / right;
    default:
      if (right === 0n) throw new CelError('modulus by zero');
      return left % right;
  }
}

function doubles(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      throw new NoOverload();
  }
}

function add(left: CelValue, right: CelValue): CelValue {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (left instanceof CelList && right instanceof CelList) return joined(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Uint8Array.from([...left, ...right]);
  if (left instanceof CelDuration && right instanceof CelDuration) {
    return durationOf(left.nanoseconds + right.nanoseconds);
  }
  if (left instanceof CelTimestamp && right instanceof CelDuration) {
    return timestampOf(left.nanoseconds + right.nanoseconds, left.offsetMinutes);
  }
  if (left instanceof CelDuration && right instanceof CelTimestamp) return add(right, left);
  throw new NoOverload();
}

function subtract(left: CelValue, right: CelValue): CelValue {
  if (left instanceof CelDuration && right instanceof CelDuration) {
    return durationOf(left.nanoseconds - right.nanoseconds);
  }
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) {
    return durationOf(left.nanoseconds - right.nanoseconds);
  }
  if (left instanceof CelTimestamp && right instanceof CelDuration) {
    return timestampOf(left.nanoseconds - right.nanoseconds, left.offsetMinutes);
  }
  throw new NoOverload();
}

export function durationOf(nanoseconds: bigint): CelDuration {
  if (nanoseconds < MIN_INT || nanoseconds > MAX_INT) throw new CelError('duration overflow');
  return new CelDuration(nanoseconds);
}

export function timestampOf(nanoseconds: bigint, offsetMinutes: number): CelTimestamp {
  if (!isTimestampRange(nanoseconds)) throw new CelError('timestamp overflow');
  return new CelTimestamp(nanoseconds, offsetMinutes);
}

/** Of a set the union; of a list with keys the items of both, the right one's in place of the left one's. */
function joined(left: CelList, right: CelList): CelList {
  const items = left.items();
  for (const item of right.items()) {
    const place = placeOf(items, item, left);
    if (place < 0) items.push(item);
    else if (left.kind.type === 'map') items[place] = item;
  }
  return CelList.of(items, left.kind);
}

function placeOf(items: readonly CelValue[], item: CelValue, { kind }: CelList): number {
  if (kind.type === 'set') return items.findIndex((one) => equal(one, item));
  if (kind.type === 'map') return items.findIndex((one) => sameKey(one, item, kind.keys));
  return -1;
}
