/** Nanoseconds of each unit of Go's duration text. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_TEXT = 200;
/** More digits of a fraction cannot change a count of nanoseconds. */
const FRACTION_DIGITS = 18;

const SYNTAX = /^([+-]?)((?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/;
const PART = /([0-9]*)(?:\.([0-9]*))?([a-z\u00b5\u03bc]+)/g;

/** Reads Go duration text (`1h30m`, `1.5s`, `-2us`) to nanoseconds; undefined where `time.ParseDuration` fails. */
export function parseDuration(text: string): bigint | undefined {
  if (/^[+-]?0$/.test(text)) return 0n;
  const match = text.length > MAX_TEXT ? null : SYNTAX.exec(text);
  if (match === null) return undefined;
  const negative = match[1] === '-';
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of (match[2] ?? '').matchAll(PART)) {
    total += partNanoseconds(whole, fraction, UNITS.get(unit) ?? 0n);
    if (total > MAX_INT64 + (negative ? 1n : 0n)) return undefined;
  }
  return negative ? -total : total;
}

function partNanoseconds(whole: string, fraction: string, unit: bigint): bigint {
  // Go multiplies the fraction as a double and cuts it off; the same double arithmetic gives the same nanoseconds.
  const digits = fraction.slice(0, FRACTION_DIGITS);
  const nanoseconds = Math.trunc(Number(digits) * (Number(unit) / 10 ** digits.length));
  return BigInt(whole) * unit + BigInt(nanoseconds);
}

/** Go's canonical text of a duration: `1h30m0s`, `1.5s`, `250ms`, `0s`. */
export function formatDuration(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (magnitude === 0n) return '0s';
  if (magnitude < SECOND) return sign + formatSubSecond(magnitude);
  const hours = magnitude / HOUR;
  const minutes = (magnitude % HOUR) / MINUTE;
  const seconds = `${decimal(magnitude % MINUTE, SECOND)}s`;
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${sign}${minutes}m${seconds}` : sign + seconds;
}

function formatSubSecond(nanoseconds: bigint): string {
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 1_000n)}\u00b5s`;
  return `${decimal(nanoseconds, 1_000_000n)}ms`;
}

/** `value / unit` as decimal text without trailing zeros; `unit` is a power of ten. */
function decimal(value: bigint, unit: bigint): string {
  const rest = value % unit;
  if (rest === 0n) return `${value / unit}`;
  const digits = `${unit + rest}`.slice(1).replace(/0+$/, '');
  return `${value / unit}.${digits}`;
}
