import type { Worker } from 'node:worker_threads';

/** The world outside, so that a run can be tested in process. Files are reached through `node:fs` below `cwd`. */
export interface Host {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** No more than `limit` bytes of the standard input; one more than that if there are more. */
  readonly readStdin: (limit: number) => Promise<Uint8Array>;
  /** ISO date. */
  readonly today: () => string;
  /** Absent: everything is done in one thread. */
  readonly workers?: Workers;
}

/** Threads that do a share of the work. */
export interface Workers {
  /** How many can run at a time without being in each other's way. */
  readonly parallelism: number;
  readonly start: (order: unknown) => Worker;
}

export interface Terminal {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  /** Width, if it is a terminal. */
  readonly columns?: number;
}
