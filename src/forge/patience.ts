import { ForgeError } from './forge-error.ts';
import type { Transport } from './transport.ts';

/** How long a run tries again. */
export interface Patience {
  /** For one thing that is to be done; the next one starts anew. */
  readonly attempts: () => Attempts;
}

export interface Attempts {
  /** Waits until what failed may be tried again. @throws the error, if it will not pass or it has lasted too long */
  readonly waitAfter: (error: unknown) => Promise<void>;
}

export interface PatienceOptions {
  /** Of one thing. Default: 6. */
  readonly maxAttempts?: number;
  /** From the start of the run on, waiting included. Default: 5 minutes. */
  readonly maxTotalMs?: number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** GitHub's own advice for a rate limit that does not say when it ends. */
const RATE_LIMIT_WAIT_MS = 60_000;

/**
 * Exponential back-off with jitter, so that runs that failed together do not come back together. What the forge says
 * about waiting is kept to; if that is longer than the run may last, it ends at once instead of sleeping in vain.
 */
export function createPatience(
  { sleep, now, random }: Pick<Transport, 'sleep' | 'now' | 'random'>,
  { maxAttempts = 6, maxTotalMs = 300_000 }: PatienceOptions = {},
): Patience {
  const startMs = now();
  return {
    attempts: () => {
      let failures = 0;
      return {
        waitAfter: async (error) => {
          if (!(error instanceof ForgeError) || !error.isPassing) throw error;
          failures += 1;
          if (failures >= maxAttempts) throw gaveUp(error, `gave up after ${failures} attempts`);
          const waitMs = Math.ceil(waitBefore(error, failures, random()));
          if (now() - startMs + waitMs > maxTotalMs) {
            const seconds = Math.ceil(waitMs / 1_000);
            throw gaveUp(error, `gave up: the next attempt would be in ${seconds} s`);
          }
          await sleep(waitMs);
        },
      };
    },
  };
}

function waitBefore(error: ForgeError, failures: number, random: number): number {
  if (error.waitMs !== undefined) return error.waitMs + random * FIRST_WAIT_MS;
  const doubled = 2 ** (failures - 1);
  if (error.kind === 'rate-limit') return RATE_LIMIT_WAIT_MS * doubled * (1 + random / 10);
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * doubled) * (0.5 + random / 2);
}

function gaveUp(error: ForgeError, why: string): ForgeError {
  const { kind, status, requestId, waitMs } = error;
  return new ForgeError(`${error.message} (${why})`, { kind, status, requestId, waitMs, isFinal: true });
}
