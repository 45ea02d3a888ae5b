import type { NodePoolBudget } from '../../kubernetes/api/node-pool.ts';
import { parseSchedule, type Schedule } from '../../kubernetes/schedule.ts';

/** "10%", "0 for Drifted", "0 on weekdays from 09:00 for 8h"; of several joined; "none" without any. */
export function budgetsText(budgets: readonly NodePoolBudget[]): string {
  if (budgets.length === 0) return 'none';
  return budgets.map(budgetText).join(' and ');
}

export function budgetText({ nodes, schedule, duration, reasons }: NodePoolBudget): string {
  const why = reasons === undefined ? '' : ` for ${reasons.length === 0 ? 'no reason' : reasons.join(', ')}`;
  const when = schedule === undefined ? '' : ` ${scheduleText(schedule)}`;
  return `${nodes}${why}${when}${duration === undefined ? '' : ` for ${shortDuration(duration)}`}`;
}

const WEEKDAYS = 0b0111110n;
const WEEKEND = 0b1000001n;
const EVERY_DAY = 0b1111111n;
const ALL_DAYS_OF_MONTH = 31;

/** A start at one time of day, on days with a name; everything else stays as it is written. Times are UTC. */
function scheduleText(schedule: string): string {
  const parsed = parseSchedule(schedule);
  if ('problem' in parsed) return `at \`${schedule}\``;
  const [hour, minute] = [onlyBit(parsed.hours), onlyBit(parsed.minutes)];
  const days = daysText(parsed);
  if (hour === undefined || minute === undefined || days === undefined) return `at \`${schedule}\``;
  return `${days} from ${pad(hour)}:${pad(minute)}`;
}

function daysText({ daysOfWeek, daysOfMonth, months }: Schedule): string | undefined {
  if (bitsOf(daysOfMonth).length < ALL_DAYS_OF_MONTH || bitsOf(months).length < 12) return undefined;
  if (daysOfWeek === EVERY_DAY) return 'daily';
  if (daysOfWeek === WEEKDAYS) return 'on weekdays';
  return daysOfWeek === WEEKEND ? 'at weekends' : undefined;
}

function onlyBit(bits: bigint): number | undefined {
  const [only, ...others] = bitsOf(bits);
  return others.length === 0 ? only : undefined;
}

function bitsOf(bits: bigint): readonly number[] {
  return [...bits.toString(2)].toReversed().flatMap((bit, i) => (bit === '1' ? [i] : []));
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** Without parts that are zero: `8h` of `8h0m`. */
function shortDuration(text: string): string {
  return text.replace(/(?<=[hm])0[ms](?=\d|$)/g, '');
}
