import { dateAt, NANO_PER_SECOND } from '../date-time.ts';
import { CelDuration, CelTimestamp, type CelValue, NoOverload } from '../values.ts';
import { type CelFunction, type CelFunctions, textAt, valueAt } from './arguments.ts';

const MILLISECONDS_PER_DAY = 86_400_000;
const NANO_PER_MILLISECOND = 1_000_000n;

function dayOfYear(date: Date): number {
  const start = Date.UTC(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start) / MILLISECONDS_PER_DAY);
}

const FIELDS: readonly (readonly [string, (date: Date) => number])[] = [
  ['getFullYear', (date) => date.getUTCFullYear()],
  ['getMonth', (date) => date.getUTCMonth()],
  ['getDate', (date) => date.getUTCDate()],
  ['getDayOfMonth', (date) => date.getUTCDate() - 1],
  ['getDayOfWeek', (date) => date.getUTCDay()],
  ['getDayOfYear', dayOfYear],
  ['getHours', (date) => date.getUTCHours()],
  ['getMinutes', (date) => date.getUTCMinutes()],
  ['getSeconds', (date) => date.getUTCSeconds()],
  ['getMilliseconds', (date) => date.getUTCMilliseconds()],
];

/** Of a duration: how many whole units it has. */
const UNITS: ReadonlyMap<string, (nanoseconds: bigint) => bigint> = new Map([
  ['getHours', (nanoseconds) => nanoseconds / (3_600n * NANO_PER_SECOND)],
  ['getMinutes', (nanoseconds) => nanoseconds / (60n * NANO_PER_SECOND)],
  ['getSeconds', (nanoseconds) => nanoseconds / NANO_PER_SECOND],
  ['getMilliseconds', (nanoseconds) => nanoseconds / NANO_PER_MILLISECOND],
]);

function fieldOf(name: string, read: (date: Date) => number, args: readonly CelValue[]): bigint {
  const value = valueAt(args, 0);
  const zone = args.length > 1 ? textAt(args, 1) : '';
  if (value instanceof CelTimestamp) return BigInt(read(dateAt(value.nanoseconds, zone)));
  const units = UNITS.get(name);
  if (!(value instanceof CelDuration) || units === undefined || args.length > 1) throw new NoOverload();
  return units(value.nanoseconds);
}

export const TIME_METHODS: CelFunctions = new Map<string, CelFunction>(
  FIELDS.flatMap(([name, read]): [string, CelFunction][] => [
    [`${name}/0`, (args) => fieldOf(name, read, args)],
    [`${name}/1`, (args) => fieldOf(name, read, args)],
  ]),
);
