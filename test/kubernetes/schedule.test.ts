import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/kubernetes/duration.ts';
import { parseSchedule, type Schedule } from '../../src/kubernetes/schedule.ts';
import recorded from './data/schedules.json' with { type: 'json' };

function parsed(text: string): Schedule {
  const schedule = parseSchedule(text);
  if ('problem' in schedule) throw new Error(`${text} ${schedule.problem}`);
  return schedule;
}

function values(bits: bigint): number[] {
  return Array.from({ length: 64 }, (_, i) => i).filter((i) => ((bits >> BigInt(i)) & 1n) === 1n);
}

/** Whether the schedule names this minute. */
function names(schedule: Schedule, epochMinute: number): boolean {
  const at = new Date(epochMinute * 60_000);
  const holds = (bits: bigint, value: number): boolean => ((bits >> BigInt(value)) & 1n) === 1n;
  const dayOfMonth = holds(schedule.daysOfMonth, at.getUTCDate());
  const dayOfWeek = holds(schedule.daysOfWeek, at.getUTCDay());
  const day =
    schedule.anyDayOfMonth || schedule.anyDayOfWeek ? dayOfMonth && dayOfWeek : dayOfMonth || dayOfWeek;
  return (
    day &&
    holds(schedule.months, at.getUTCMonth() + 1) &&
    holds(schedule.hours, at.getUTCHours()) &&
    holds(schedule.minutes, at.getUTCMinutes())
  );
}

/** Active from each named minute until `duration` later, end exclusive. */
function active(schedule: Schedule, duration: string, time: string): boolean {
  const now = Date.parse(time);
  const milliseconds = Number((parseDuration(duration) ?? 0n) / 1_000_000n);
  for (let minute = Math.floor(now / 60_000); minute * 60_000 > now - milliseconds; minute--) {
    if (names(schedule, minute)) return true;
  }
  return false;
}

describe('recorded schedules', () => {
  it('has all 30 of them', () => {
    expect(recorded).toHaveLength(30);
  });

  it.each(recorded.map((record) => [record.schedule, record.time, record] as const))(
    '%s at %s',
    (_s, _t, record) => {
      const schedule = parseSchedule(record.schedule);
      expect('problem' in schedule).toBe(record.invalid);
      if (!('problem' in schedule)) {
        expect(active(schedule, record.duration, record.time)).toBe(record.active);
      }
    },
  );
});

describe('parseSchedule', () => {
  it('reads values, ranges, steps, lists and names', () => {
    const schedule = parsed('0,30 8-18/5 */10 JAN,jun-Aug mon-fri');
    expect(values(schedule.minutes)).toEqual([0, 30]);
    expect(values(schedule.hours)).toEqual([8, 13, 18]);
    expect(values(schedule.daysOfMonth)).toEqual([1, 11, 21, 31]);
    expect(values(schedule.months)).toEqual([1, 6, 7, 8]);
    expect(values(schedule.daysOfWeek)).toEqual([1, 2, 3, 4, 5]);
    expect(schedule.anyDayOfMonth).toBe(false);
  });

  it('takes a start with a step to the end of the field', () => {
    expect(values(parsed('5/20 * * * *').minutes)).toEqual([5, 25, 45]);
  });

  it('counts only unstepped stars as "any day"', () => {
    expect(parsed('0 0 * * ?')).toMatchObject({ anyDayOfMonth: true, anyDayOfWeek: true });
    expect(parsed('0 0 */1 * 1,*/2')).toMatchObject({ anyDayOfMonth: true, anyDayOfWeek: false });
  });

  it('keeps the oddities of the Go parser', () => {
    expect(values(parsed('1,,2 * * * *').minutes)).toEqual([1, 2]);
    expect(values(parsed('+5 * * * *').minutes)).toEqual([5]);
    expect(parsed('*-7 * * * *')).toEqual(parsed('* * * * *'));
    expect(parsed('  @daily ')).toEqual(parsed('0 0 * * *'));
  });

  it.each(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])(
    'knows %s',
    (text) => {
      expect(values(parsed(text).minutes)).toEqual([0]);
    },
  );

  it.each([
    ['', 'is empty'],
    ['0 0 * *', 'has 4 fields where five are needed'],
    ['hourly', 'has 1 field where five are needed'],
    ['0 0 9 * * 1', 'has 6 fields where five are needed'],
    ['TZ=Europe/Brussels 0 9 * * *', 'names a time zone, but schedules are always in UTC'],
    ['CRON_TZ=UTC 0 9 * * *', 'names a time zone, but schedules are always in UTC'],
    ['@every 1h', 'uses `@every`, which a budget does not take'],
    [
      '@Daily',
      'is not one of `@yearly`, `@annually`, `@monthly`, `@weekly`, `@daily`, `@midnight`, `@hourly`',
    ],
    ['60 * * * *', 'has `60` in its minute field, outside 0 to 59'],
    ['* * 0 * *', 'has `0` in its day of month field, outside 1 to 31'],
    ['* * * * 7', 'has `7` in its day of week field, outside 0 to 6'],
    ['* * * * fri-mon', 'has `fri-mon` in its day of week field, which ends before it begins'],
    ['*/0 * * * *', 'has `*/0` in its minute field, whose step is zero'],
    ['1/2/3 * * * *', 'has `1/2/3` in its minute field, which has more than one `/`'],
    ['1-2-3 * * * *', 'has `1-2-3` in its minute field, which has more than one `-`'],
    ['x * * * *', 'has `x` in its minute field, which is not a number'],
    ['* * * foo *', 'has `foo` in its month field, which is not a number or a known name'],
    ['-1 * * * *', 'has `-1` in its minute field, which is not a number'],
    [', * * * *', 'has no value in its minute field'],
  ])('%j %s', (text, problem) => {
    expect(parseSchedule(text)).toEqual({ problem });
  });
});
