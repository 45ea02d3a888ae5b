/** What a run ends with. The codes 3 and 4 are kept for workloads that do not fit and for money. */
export const EXIT = {
  ok: 0,
  /** Findings at or above `--fail-on`, or output that is stale. */
  findings: 1,
  /** Unknown flag, no such file, unreadable file. */
  usage: 2,
  /** A bug. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Takes the exit code of the command that ran. */
export type Done = (code: ExitCode) => void;
