import type { Schedule } from '../kubernetes/schedule.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const YEARS_AHEAD = 5;

/**
 * The first instant after another one that a schedule names, in milliseconds since 1970. Undefined: none until the end of
 * the fifth year after, as `Next` of robfig/cron v3 gives up then.
 */
export function nextStart(schedule: Schedule, afterMs: number): number | undefined {
  const first = Math.floor(afterMs / MINUTE) * MINUTE + MINUTE;
  // Counted from the second after.
  const lastYear = new Date(Math.floor(afterMs / 1000) * 1000 + 1000).getUTCFullYear() + YEARS_AHEAD;
  let day = Math.floor(first / DAY) * DAY;
  let from = (first - day) / MINUTE;
  for (;;) {
    const date = new Date(day);
    if (date.getUTCFullYear() > lastYear) return undefined;
    if (!has(schedule.months, date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    } else {
      const minute = isNamed(schedule, date) ? minuteFrom(schedule, from) : undefined;
      if (minute !== undefined) return day + minute * MINUTE;
      day += DAY;
    }
    from = 0;
  }
}

function isNamed({ daysOfMonth, daysOfWeek, anyDayOfMonth, anyDayOfWeek }: Schedule, date: Date): boolean {
  const [inMonth, inWeek] = [has(daysOfMonth, date.getUTCDate()), has(daysOfWeek, date.getUTCDay())];
  return anyDayOfMonth || anyDayOfWeek ? inMonth && inWeek : inMonth || inWeek;
}

/** The first minute of a day, counted from its start, that is named and not before `from`. */
function minuteFrom({ hours, minutes }: Schedule, from: number): number | undefined {
  for (let hour = Math.floor(from / 60); hour < 24; hour++) {
    if (!has(hours, hour)) continue;
    const start = hour === Math.floor(from / 60) ? from % 60 : 0;
    for (let minute = start; minute < 60; minute++) if (has(minutes, minute)) return hour * 60 + minute;
  }
  return undefined;
}

function has(bits: bigint, value: number): boolean {
  return ((bits >> BigInt(value)) & 1n) === 1n;
}
