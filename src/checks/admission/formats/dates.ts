import { parseDuration } from '../../../kubernetes/duration.ts';

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NANO_PER_SECOND = 1_000_000_000n;
const MAX_INT64 = 2n ** 63n;

export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  return year !== undefined && isDay(Number(year), Number(month), Number(day));
}

export function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0);
  return day >= 1 && day <= days;
}

export function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  const [, hours = '', minutes = '', seconds = ''] = TIME.exec(time) ?? [];
  return hours !== '' && isDate(date) && hours <= '23' && minutes <= '59' && seconds <= '59';
}

/** The names of a unit, the last of which may go on (`minutes`), and its seconds. */
const UNITS: readonly (readonly [readonly string[], bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', '\u00b5s', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], NANO_PER_SECOND],
  [['m', 'min'], 60n * NANO_PER_SECOND],
  [['h', 'hr', 'hour'], 3_600n * NANO_PER_SECOND],
  [['d', 'day'], 86_400n * NANO_PER_SECOND],
  [['w', 'wk', 'week'], 604_800n * NANO_PER_SECOND],
];

/** Nanoseconds of Go's duration text, or of one in words (`2 days`), as the format `duration` reads both. */
export function parseLooseDuration(text: string): bigint | undefined {
  const exact = parseDuration(text);
  if (exact !== undefined) return exact;
  let total: bigint | undefined;
  for (const [, digits = '', word = ''] of text.matchAll(/([0-9]+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)) {
    const count = BigInt(digits);
    if (count >= MAX_INT64) return undefined;
    const unit = word.toLowerCase();
    for (const [names, nanoseconds] of UNITS) {
      const last = names[names.length - 1] ?? '';
      for (const name of names) {
        if (name === unit || (name === last && unit.startsWith(name))) {
          total = BigInt.asIntN(64, (total ?? 0n) + count * nanoseconds);
        }
      }
    }
  }
  return total;
}
