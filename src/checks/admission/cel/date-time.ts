import { isDay } from '../formats/dates.ts';
import { CelError, CelTimestamp } from './values.ts';

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?(Z|([+-])([0-9]{2}):([0-9]{2}))?$/;
export const NANO_PER_SECOND = 1_000_000_000n;
const NANO_PER_MILLISECOND = 1_000_000n;
/** The year 1 and the year 9999: what a timestamp may be. */
export const FIRST_NANOSECOND = -62_135_596_800n * NANO_PER_SECOND;
const LAST = 253_402_300_800n * NANO_PER_SECOND;

/** An RFC 3339 time; a time without zone is UTC. Undefined for anything else. */
export function parseDateTime(text: string): CelTimestamp | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', , sign, zoneHour = 0, zoneMinute = 0] =
    match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  // What Go's time package lets pass.
  if (Number(zoneHour) > 24 || Number(zoneMinute) > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  const seconds = BigInt((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second));
  const rest = seconds * NANO_PER_SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return new CelTimestamp(BigInt(date.getTime()) * NANO_PER_MILLISECOND + rest, offset);
}

export function isTimestampRange(nanoseconds: bigint): boolean {
  return nanoseconds >= FIRST_NANOSECOND && nanoseconds < LAST;
}

/** RFC 3339 with the offset that it was written with, and as many digits of the fraction as there are. */
export function formatDateTime({ nanoseconds, offsetMinutes }: CelTimestamp): string {
  const local = nanoseconds + BigInt(offsetMinutes) * 60n * NANO_PER_SECOND;
  const text = dateAt(local, '').toISOString().slice(0, 19);
  const rest = ((nanoseconds % NANO_PER_SECOND) + NANO_PER_SECOND) % NANO_PER_SECOND;
  const fraction = `${NANO_PER_SECOND + rest}`.slice(1).replace(/0+$/, '');
  return `${text}${fraction === '' ? '' : `.${fraction}`}${zoneText(offsetMinutes)}`;
}

function zoneText(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'Z';
  const size = Math.abs(offsetMinutes);
  const two = (value: number): string => `${value}`.padStart(2, '0');
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A date whose UTC fields are those of the time zone: empty for UTC, `+02:00`, or a name (`Europe/Berlin`). */
export function dateAt(nanoseconds: bigint, zone: string): Date {
  const rest = ((nanoseconds % NANO_PER_MILLISECOND) + NANO_PER_MILLISECOND) % NANO_PER_MILLISECOND;
  const milliseconds = Number((nanoseconds - rest) / NANO_PER_MILLISECOND);
  return new Date(milliseconds + offsetOf(milliseconds, zone));
}

function offsetOf(milliseconds: number, zone: string): number {
  // The server's own zone is taken to be UTC.
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  if (zone.includes(':')) return numericOffset(zone) * 60_000;
  const whole = Math.floor(milliseconds / 1000) * 1000;
  return localTime(whole, zone) - whole;
}

/** Minutes: of `+05:30` 330. */
function numericOffset(zone: string): number {
  const [, hours, minutes] = /^([+-]?[0-9]+):([+-]?[0-9]+)$/.exec(zone) ?? [];
  if (hours === undefined) throw new CelError(`strconv.Atoi: parsing ${zone}: invalid syntax`);
  return Number(hours) * 60 + Number(minutes) * (zone.startsWith('-') ? -1 : 1);
}

/** Names of zones are files to the API server: case counts. */
function isWrittenAs(zone: string, known: string): boolean {
  return known.toLowerCase() === zone.toLowerCase() ? known === zone : /^[A-Z]/.test(zone);
}

function localTime(milliseconds: number, zone: string): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (!isWrittenAs(zone, format.resolvedOptions().timeZone)) throw new RangeError(zone);
    const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  } catch {
    throw new CelError(`unknown time zone ${zone}`);
  }
}
