import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../../kubernetes/duration.ts';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const NANOSECONDS = 1_000_000_000n;
/** A day; longer than any replacement should take. */
const MAX_SECONDS = 86_400;

/**
 * Parses a moment for commander: RFC 3339, or `now` by the clock. In milliseconds since 1970, whole seconds.
 *
 * @throws InvalidArgumentError for anything else, and for days that no month has
 */
export function parseMoment(text: string, clock: () => number = Date.now): number {
  if (text === 'now') return wholeSeconds(clock());
  const [, year, month, day] = (RFC_3339.exec(text) ?? []).map(Number);
  const milliseconds = Date.parse(text);
  const days = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  if (Number.isNaN(milliseconds) || day === undefined || day > days) {
    throw new InvalidArgumentError('It must be RFC 3339, like 2026-08-03T09:00:00Z, or `now`.');
  }
  return wholeSeconds(milliseconds);
}

/** Parses how long a replacement takes, for commander: Go's duration text to whole seconds. */
export function parseReplacementTime(text: string): number {
  const seconds = (parseDuration(text) ?? 0n) / NANOSECONDS;
  if (seconds >= 1n && seconds <= BigInt(MAX_SECONDS)) return Number(seconds);
  throw new InvalidArgumentError('It must be a duration like 90s, 5m or 1h30m: from a second to a day.');
}

function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
