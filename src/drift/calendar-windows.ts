import type { RotationWindow } from '../model/review.ts';
import type { ReplacementWindow } from './replacements.ts';

export const MS_PER_SECOND = 1000;

const MOST_WINDOWS = 12;

/** Windows as a review has them, the first few; a note where there are more. */
export function calendarWindows(windows: readonly ReplacementWindow[]): {
  readonly windows: readonly RotationWindow[];
  readonly notes: readonly string[];
} {
  const shown = windows.slice(0, MOST_WINDOWS);
  const notes =
    windows.length > shown.length ? [`The first ${MOST_WINDOWS} of ${windows.length} times are listed.`] : [];
  return {
    windows: shown.map(({ fromMs, toMs, allowed, replaced }) => ({
      from: rfc3339(fromMs),
      to: rfc3339(toMs),
      allowed,
      replaced,
    })),
    notes,
  };
}

/** UTC, without fractions of a second that are none. */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
