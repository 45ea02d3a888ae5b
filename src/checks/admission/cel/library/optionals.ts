import { FIRST_NANOSECOND } from '../date-time.ts';
import {
  CelDuration,
  CelError,
  CelList,
  CelOptional,
  CelTimestamp,
  CelUint,
  type CelValue,
  isCelMap,
  NONE,
} from '../values.ts';
import { type CelFunction, type CelFunctions, listAt, optionalAt, valueAt } from './arguments.ts';

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === '') return true;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelList || isCelMap(value)) return value.size === 0;
  if (value instanceof CelUint) return value.value === 0n;
  if (value instanceof CelTimestamp) return value.nanoseconds === FIRST_NANOSECOND;
  return value instanceof CelDuration && value.nanoseconds === 0n;
}

function value(args: readonly CelValue[]): CelValue {
  const held = optionalAt(args, 0).value;
  if (held === undefined) throw new CelError('optional.none() dereference');
  return held;
}

function unwrap(args: readonly CelValue[]): CelList {
  const items = listAt(args, 0).items();
  return CelList.of(
    items.flatMap((item) => (item instanceof CelOptional && item.value !== undefined ? [item.value] : [])),
  );
}

export const OPTIONAL_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['optional.of/1', (args) => new CelOptional(valueAt(args, 0))],
  ['optional.none/0', () => NONE],
  [
    'optional.ofNonZeroValue/1',
    (args) => (isZero(valueAt(args, 0)) ? NONE : new CelOptional(valueAt(args, 0))),
  ],
  ['optional.unwrap/1', unwrap],
]);

export const OPTIONAL_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['hasValue/0', (args) => optionalAt(args, 0).value !== undefined],
  ['value/0', value],
  ['unwrapOpt/0', unwrap],
]);
