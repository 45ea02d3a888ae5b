import { parseDuration } from './duration.ts';

/**
 * The instants (UTC, full minutes) a budget's schedule names. Bit `n` of a field is set when the value `n` is named.
 * A day counts if both day fields name it; when neither is a star, one of the two is enough.
 */
export interface Schedule {
  /** 0 to 59. */
  readonly minutes: bigint;
  /** 0 to 23. */
  readonly hours: bigint;
  /** 1 to 31. */
  readonly daysOfMonth: bigint;
  /** 1 to 12. */
  readonly months: bigint;
  /** 0 to 6, Sunday is 0. */
  readonly daysOfWeek: bigint;
  /** The field holds an unstepped `*` or `?`. */
  readonly anyDayOfMonth: boolean;
  readonly anyDayOfWeek: boolean;
}

/** Why a text is not a schedule, as a phrase that completes "`text` ...". */
export interface ScheduleProblem {
  readonly problem: string;
}

interface Field {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Name of the value `min`, then of each following one. */
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FIELDS = {
  minute: { label: 'minute', min: 0, max: 59, names: [] },
  hour: { label: 'hour', min: 0, max: 23, names: [] },
  dayOfMonth: { label: 'day of month', min: 1, max: 31, names: [] },
  month: { label: 'month', min: 1, max: 12, names: MONTHS },
  dayOfWeek: { label: 'day of week', min: 0, max: 6, names: WEEKDAYS },
} as const satisfies Record<string, Field>;

const MACROS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/**
 * Reads a budget's schedule as Karpenter 1.14 does: `cron.ParseStandard` of robfig/cron v3 with the zone fixed to UTC.
 * Two things that parser takes are refused: `@every`, which Karpenter's API does not admit, and a field of commas
 * only, which names no instant.
 */
export function parseSchedule(text: string): Schedule | ScheduleProblem {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'is empty' };
  if (/^(CRON_)?TZ=/.test(trimmed)) {
    return { problem: 'names a time zone, but schedules are always in UTC' };
  }
  if (trimmed.startsWith('@')) return parseMacro(trimmed);
  const fields = trimmed.split(/\s+/);
  if (fields.length !== 5) {
    return {
      problem: `has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'} where five are needed`,
    };
  }
  return parseFields(fields);
}

function parseMacro(text: string): Schedule | ScheduleProblem {
  const fields = MACROS.get(text);
  if (fields !== undefined) return parseFields(fields.split(' '));
  if (/^@every\s/.test(text) && parseDuration(text.slice('@every '.length)) !== undefined) {
    return { problem: 'uses `@every`, which a budget does not take' };
  }
  return { problem: `is not one of ${[...MACROS.keys()].map((macro) => `\`${macro}\``).join(', ')}` };
}

function parseFields(texts: readonly string[]): Schedule | ScheduleProblem {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = texts;
  const problems: string[] = [];
  const read = (text: string, field: Field): FieldBits => {
    const parsed = parseField(text, field);
    if ('bits' in parsed) return parsed;
    problems.push(parsed.problem);
    return { bits: 0n, star: false };
  };
  const minutes = read(minute, FIELDS.minute);
  const hours = read(hour, FIELDS.hour);
  const daysOfMonth = read(dayOfMonth, FIELDS.dayOfMonth);
  const months = read(month, FIELDS.month);
  const daysOfWeek = read(dayOfWeek, FIELDS.dayOfWeek);
  const [problem] = problems;
  if (problem !== undefined) return { problem };
  return {
    minutes: minutes.bits,
    hours: hours.bits,
    daysOfMonth: daysOfMonth.bits,
    months: months.bits,
    daysOfWeek: daysOfWeek.bits,
    anyDayOfMonth: daysOfMonth.star,
    anyDayOfWeek: daysOfWeek.star,
  };
}

interface FieldBits {
  readonly bits: bigint;
  readonly star: boolean;
}

function parseField(text: string, field: Field): FieldBits | ScheduleProblem {
  let bits = 0n;
  let star = false;
  for (const part of text.split(',')) {
    // The Go parser skips empty list items.
    if (part === '') continue;
    const parsed = parseRange(part, field);
    if ('problem' in parsed) return parsed;
    bits |= parsed.bits;
    star ||= parsed.star;
  }
  return bits === 0n ? { problem: `has no value in its ${field.label} field` } : { bits, star };
}

/** `*`, `n`, `n-m`, each with an optional `/step`. */
function parseRange(text: string, field: Field): FieldBits | ScheduleProblem {
  const fail = (why: string): ScheduleProblem => ({
    problem: `has \`${text}\` in its ${field.label} field, ${why}`,
  });
  const [range = '', stepText, ...moreSteps] = text.split('/');
  const [lowText = '', highText, ...moreBounds] = range.split('-');
  const star = lowText === '*' || lowText === '?';
  if (moreSteps.length > 0) return fail('which has more than one `/`');
  if (!star && moreBounds.length > 0) return fail('which has more than one `-`');
  const step = stepText === undefined ? 1 : parseNumber(stepText);
  const low = star ? field.min : parseValue(lowText, field);
  const explicitHigh = star ? field.max : highText === undefined ? low : parseValue(highText, field);
  if (step === undefined || low === undefined || explicitHigh === undefined) {
    return fail(field.names.length > 0 ? 'which is not a number or a known name' : 'which is not a number');
  }
  if (step === 0) return fail('whose step is zero');
  // `n/step` means from n to the end.
  const high = stepText !== undefined && highText === undefined ? field.max : explicitHigh;
  if (low < field.min || high > field.max) return fail(`outside ${field.min} to ${field.max}`);
  if (low > high) return fail('which ends before it begins');
  return { bits: rangeBits(low, high, step), star: star && step === 1 };
}

function rangeBits(low: number, high: number, step: number): bigint {
  let bits = 0n;
  for (let value = low; value <= high; value += step) bits |= 1n << BigInt(value);
  return bits;
}

function parseValue(text: string, field: Field): number | undefined {
  const named = field.names.indexOf(text.toLowerCase());
  return named >= 0 ? field.min + named : parseNumber(text);
}

function parseNumber(text: string): number | undefined {
  const value = /^\+?[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
