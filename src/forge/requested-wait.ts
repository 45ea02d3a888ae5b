/** Beyond the second that a forge names: clocks are not exact. */
const MARGIN_MS = 1_000;

/**
 * How long an answer asks to wait, in milliseconds; undefined if it does not say. `retry-after` counts seconds or is a
 * date. The time at which a limit ends (`x-ratelimit-reset` of GitHub, `ratelimit-reset` of GitLab) is that of the
 * forge's clock, which its `date` tells.
 */
export function requestedWait(headers: Headers, nowMs: number): number | undefined {
  const retryAfter = headers.get('retry-after')?.trim();
  const clockMs = dateOf(headers.get('date')) ?? nowMs;
  if (retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const until = dateOf(retryAfter) ?? resetOf(headers);
  return until === undefined ? undefined : Math.max(0, until - clockMs) + MARGIN_MS;
}

/** Whether the answer says that nothing is left of a limit. */
export function isExhausted(headers: Headers): boolean {
  return headers.get('x-ratelimit-remaining') === '0' || headers.get('ratelimit-remaining') === '0';
}

function resetOf(headers: Headers): number | undefined {
  if (!isExhausted(headers)) return undefined;
  const seconds = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? '';
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

function dateOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
