import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../forge/transport.ts';

/** A comment of a hundred kilobytes takes a second or two. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The real network, clock and chance. `timeoutMs` is for one request with its answer. */
export function networkTransport(timeoutMs = REQUEST_TIMEOUT_MS): Transport {
  return {
    fetch: (url, request) => fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) }),
    sleep: async (milliseconds) => {
      await sleep(milliseconds);
    },
    now: () => Date.now(),
    random: () => Math.random(),
  };
}
