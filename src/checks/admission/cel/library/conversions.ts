import { parseDuration } from '../../../../kubernetes/duration.ts';
import { formatAddress } from '../../formats/ip-address.ts';
import { goDouble } from '../../values/go-text.ts';
import { asInt, asUint, durationOf, timestampOf } from '../arithmetic.ts';
import { formatDateTime, NANO_PER_SECOND, parseDateTime } from '../date-time.ts';
import {
  CelAddress,
  CelDuration,
  CelError,
  CelPrefix,
  CelTimestamp,
  CelType,
  CelUint,
  type CelValue,
  NoOverload,
  typeName,
} from '../values.ts';
import { shortestText } from './decimal-text.ts';
import { type CelFunction, type CelFunctions, valueAt } from './arguments.ts';

function unconvertible(type: string): CelError {
  return new CelError(`type conversion error from 'string' to '${type}'`);
}

function toInt(value: CelValue): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof CelUint) return asInt(value.value);
  if (value instanceof CelTimestamp) {
    const seconds = value.nanoseconds / NANO_PER_SECOND;
    return value.nanoseconds % NANO_PER_SECOND < 0n ? seconds - 1n : seconds;
  }
  if (typeof value === 'number') {
    if (!(Math.abs(value) < 2 ** 63)) throw new CelError('integer overflow');
    return BigInt(Math.trunc(value));
  }
  if (typeof value !== 'string') throw new NoOverload();
  if (!/^[+-]?[0-9]{1,40}$/.test(value)) {
    throw unconvertible('int');
  }
  const integer = BigInt(value.replace(/^\+/, ''));
  if (BigInt.asIntN(64, integer) !== integer) throw unconvertible('int');
  return integer;
}

function toUint(value: CelValue): CelUint {
  if (value instanceof CelUint) return value;
  if (typeof value === 'bigint') return asUint(value);
  if (typeof value === 'number') {
    if (!(value > -1 && value < 2 ** 64)) throw new CelError('unsigned integer overflow');
    return asUint(BigInt(Math.trunc(value)));
  }
  if (typeof value !== 'string') throw new NoOverload();
  if (!/^[0-9]{1,40}$/.test(value)) {
    throw unconvertible('uint');
  }
  return asUint(BigInt(value));
}

const DOUBLE = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

function toDouble(value: CelValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof CelUint) return Number(value.value);
  if (typeof value !== 'string') throw new NoOverload();
  const digits = value.replaceAll(/(?<=[0-9])_(?=[0-9])/g, '');
  if (DOUBLE.test(digits) && digits.length < 400) return Number(digits);
  const special = /^([+-]?)(?:inf|infinity)$/i.exec(value);
  if (special !== null) return special[1] === '-' ? -Infinity : Infinity;
  if (/^nan$/i.test(value)) return NaN;
  throw unconvertible('double');
}

/** `string(value)`. */
export function toText(value: CelValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return goDouble(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelTimestamp) return formatDateTime(value);
  if (value instanceof CelDuration) return `${secondsText(value.nanoseconds)}s`;
  if (value instanceof CelType) return value.name;
  if (value instanceof CelAddress) return formatAddress(value.address);
  if (value instanceof CelPrefix) return `${formatAddress(value.prefix.address)}/${value.prefix.length}`;
  if (!(value instanceof Uint8Array)) throw new NoOverload();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** Seconds with a fraction, `90.5`: Go makes a double of them, which has fewer digits than a long duration. */
function secondsText(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / NANO_PER_SECOND);
  return shortestText(seconds + Number(nanoseconds % NANO_PER_SECOND) / Number(NANO_PER_SECOND));
}

function toBytes(value: CelValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'string') throw new NoOverload();
  return new TextEncoder().encode(value);
}

const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

function toBoolean(value: CelValue): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw new NoOverload();
  if (TRUE.includes(value)) return true;
  if (FALSE.includes(value)) return false;
  throw unconvertible('bool');
}

function toDuration(value: CelValue): CelDuration {
  if (value instanceof CelDuration) return value;
  if (typeof value === 'bigint') return durationOf(value * NANO_PER_SECOND);
  if (typeof value !== 'string') throw new NoOverload();
  const nanoseconds = parseDuration(value);
  if (nanoseconds === undefined) throw unconvertible('google.protobuf.Duration');
  return new CelDuration(nanoseconds);
}

function toTimestamp(value: CelValue): CelTimestamp {
  if (value instanceof CelTimestamp) return value;
  if (typeof value === 'bigint') return timestampOf(value * NANO_PER_SECOND, 0);
  if (typeof value !== 'string') throw new NoOverload();
  const zoned = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(value);
  const time = zoned ? parseDateTime(value) : undefined;
  if (time === undefined) throw unconvertible('google.protobuf.Timestamp');
  return timestampOf(time.nanoseconds, time.offsetMinutes);
}

export const CONVERSIONS: CelFunctions = new Map<string, CelFunction>([
  ['int/1', (args) => toInt(valueAt(args, 0))],
  ['uint/1', (args) => toUint(valueAt(args, 0))],
  ['double/1', (args) => toDouble(valueAt(args, 0))],
  ['string/1', (args) => toText(valueAt(args, 0))],
  ['bytes/1', (args) => toBytes(valueAt(args, 0))],
  ['bool/1', (args) => toBoolean(valueAt(args, 0))],
  ['duration/1', (args) => toDuration(valueAt(args, 0))],
  ['timestamp/1', (args) => toTimestamp(valueAt(args, 0))],
  ['dyn/1', (args) => valueAt(args, 0)],
  ['type/1', (args) => new CelType(typeName(valueAt(args, 0)))],
]);
