import { parseDuration } from '../kubernetes/duration.ts';
import { parseSchedule, type Schedule } from '../kubernetes/schedule.ts';
import type { Pool, PoolBudget } from '../model/pool.ts';
import { isBuiltIn } from '../diagnostics/is-built-in.ts';

const NANO_PER_MINUTE = 60_000_000_000n;
const MINUTES_PER_DAY = 1440;

/** Budgets that somebody wrote; undefined where the built-in one stands. */
export function writtenBudgets(pool: Pool): readonly PoolBudget[] | undefined {
  const budgets = pool.disruption?.budgets;
  return budgets === undefined || isBuiltIn(budgets.origin) ? undefined : budgets.value;
}

/** `0` and `0%`: while such a budget is active nothing may be disrupted. */
export function allowsNone({ nodes }: PoolBudget): boolean {
  return nodes !== undefined && /^0+%?$/.test(nodes.value);
}

/** Whether the budget is active at every moment, as far as that is plain: always, or every day for a whole day. */
export function isAlwaysActive({ schedule, duration }: PoolBudget): boolean {
  if (schedule === undefined && duration === undefined) return true;
  if (schedule === undefined || duration === undefined) return false;
  const parsed = parseSchedule(schedule.value);
  const nanoseconds = parseDuration(duration.value);
  if ('problem' in parsed || nanoseconds === undefined) return false;
  const minutes = Number(nanoseconds / NANO_PER_MINUTE);
  return minutes >= longestGapMinutes(parsed);
}

/**
 * The longest time from one hit to the next. Only schedules that hit on every day are looked at: windows of several
 * days are rare, and saying nothing about them is safe.
 */
function longestGapMinutes(schedule: Schedule): number {
  if (!hitsEveryDay(schedule)) return Number.POSITIVE_INFINITY;
  const { hours, minutes } = schedule;
  const hits: number[] = [];
  for (let minute = 0; minute < MINUTES_PER_DAY; minute++) {
    if (hasBit(hours, Math.floor(minute / 60)) && hasBit(minutes, minute % 60)) hits.push(minute);
  }
  const first = hits[0] ?? 0;
  return Math.max(...hits.map((hit, i) => (hits[i + 1] ?? first + MINUTES_PER_DAY) - hit));
}

function hitsEveryDay({ months, daysOfMonth, daysOfWeek, anyDayOfMonth, anyDayOfWeek }: Schedule): boolean {
  if (bitCount(months) < 12) return false;
  const everyDayOfMonth = bitCount(daysOfMonth) === 31;
  const everyDayOfWeek = bitCount(daysOfWeek) === 7;
  // Cron wants both day fields to match if one of them is a star, and is content with one otherwise.
  return anyDayOfMonth || anyDayOfWeek
    ? everyDayOfMonth && everyDayOfWeek
    : everyDayOfMonth || everyDayOfWeek;
}

function hasBit(bits: bigint, index: number): boolean {
  return (bits >> BigInt(index)) % 2n === 1n;
}

function bitCount(bits: bigint): number {
  return [...bits.toString(2)].filter((bit) => bit === '1').length;
}
