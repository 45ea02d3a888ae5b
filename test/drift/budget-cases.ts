import * as fc from 'fast-check';
import type { DisruptionReason, NodePoolBudget } from '../../src/kubernetes/api/node-pool.ts';
import { parseSchedule } from '../../src/kubernetes/schedule.ts';
import { parseDuration } from '../../src/kubernetes/duration.ts';

export const MINUTE = 60_000;

const field = (min: number, max: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    { weight: 3, arbitrary: fc.integer({ min, max }).map(String) },
    fc.integer({ min: 2, max: 7 }).map((step) => `*/${step}`),
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
  );

const schedule = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 6))
      .map((fields) => fields.join(' ')),
  },
  fc.constantFrom('@daily', '@hourly', '@weekly', '@monthly', '0 22 * * mon-fri', '30 23 28-31 * *', 'bad'),
);

const duration = fc.constantFrom('1m', '10m', '59m', '1h', '1h30m', '8h', '24h', '30h', '170h');

/** Budgets of every kind; an invalid schedule is among them. */
export const budgets: fc.Arbitrary<readonly NodePoolBudget[]> = fc.array(
  fc
    .record({
      nodes: fc.oneof(
        fc.integer({ min: 0, max: 12 }).map(String),
        fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
      ),
      times: fc.option(fc.record({ schedule, duration }), { nil: undefined }),
      reasons: fc.option(fc.subarray<DisruptionReason>(['Drifted', 'Empty']), { nil: undefined }),
    })
    .map(({ nodes, times, reasons }) => ({ nodes, ...times, ...(reasons === undefined ? {} : { reasons }) })),
  { maxLength: 3 },
);

/** Near the ends of days, months and years, whole minutes or not. */
export const instant: fc.Arbitrary<number> = fc
  .tuple(
    fc.constantFrom(
      '2026-02-27T21:00:00Z',
      '2027-12-31T20:00:00Z',
      '2028-02-28T12:00:00Z',
      '2026-06-10T03:00:00Z',
    ),
    fc.integer({ min: 0, max: 3 * 24 * 60 }),
    fc.constantFrom(0, 0, 1, 30_000, 59_999),
  )
  .map(([start, minutes, rest]) => Date.parse(start) + minutes * MINUTE + rest);

/**
 * The same as `allowedDisruptions`, as plainly as it can be said: from every minute that a schedule names on, the minutes of
 * the duration are ticked off.
 */
export function plainAllowance(
  given: readonly NodePoolBudget[],
  { nodes, fromMs, untilMs }: { readonly nodes: number; readonly fromMs: number; readonly untilMs: number },
): (atMs: number) => number {
  const isInvalid = given.some(
    ({ schedule: text }) => text !== undefined && 'problem' in parseSchedule(text),
  );
  if (isInvalid) return () => 0;
  const applying = given
    .filter(({ reasons }) => reasons === undefined || reasons.includes('Drifted'))
    .map((budget) => ({ most: share(budget.nodes, nodes), isActive: ticked(budget, fromMs, untilMs) }));
  return (atMs) => {
    const active = applying.filter(({ isActive }) => isActive(Math.floor(atMs / MINUTE)));
    return Math.min(...active.map(({ most }) => most));
  };
}

function share(text: string, nodes: number): number {
  return text.endsWith('%') ? Math.ceil((Number.parseInt(text, 10) * nodes) / 100) : Number(text);
}

function ticked(
  { schedule: text, duration: length }: NodePoolBudget,
  fromMs: number,
  untilMs: number,
): (minute: number) => boolean {
  if (text === undefined) return () => true;
  const minutes = Number((parseDuration(length ?? '') ?? 0n) / 60_000_000_000n);
  const names = namer(text);
  const active = new Set<number>();
  for (let start = Math.floor(fromMs / MINUTE) - minutes; start <= untilMs / MINUTE; start++) {
    if (names(new Date(start * MINUTE))) for (let i = 0; i < minutes; i++) active.add(start + i);
  }
  return (minute) => active.has(minute);
}

function namer(text: string): (date: Date) => boolean {
  const read = parseSchedule(text);
  if ('problem' in read) throw new Error(text);
  const values = (bits: bigint) =>
    new Set([...bits.toString(2)].reverse().flatMap((bit, i) => (bit === '1' ? [i] : [])));
  const [minutes, hours, months] = [values(read.minutes), values(read.hours), values(read.months)];
  const [inMonth, inWeek] = [values(read.daysOfMonth), values(read.daysOfWeek)];
  return (date) => {
    const days = [inMonth.has(date.getUTCDate()), inWeek.has(date.getUTCDay())];
    return (
      minutes.has(date.getUTCMinutes()) &&
      hours.has(date.getUTCHours()) &&
      months.has(date.getUTCMonth() + 1) &&
      (read.anyDayOfMonth || read.anyDayOfWeek ? days.every(Boolean) : days.some(Boolean))
    );
  };
}

/** Without days that no named month has, or none but leap years: those are active for ever, which a look back does not show. */
export function isPossible(given: readonly NodePoolBudget[]): boolean {
  return given.every(({ schedule: text }) => {
    const read = text === undefined ? { problem: 'none' } : parseSchedule(text);
    if ('problem' in read || !read.anyDayOfWeek) return true;
    return DAYS_OF_MONTHS.some(
      (days, i) =>
        (read.months & (1n << BigInt(i + 1))) !== 0n &&
        (read.daysOfMonth & ((2n << BigInt(days)) - 1n)) !== 0n,
    );
  });
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
