import type { Severity } from './severity.ts';

/** What the registry knows of a code. The prose is in docs/diagnostics/<code>/. */
export interface CodeSpec {
  /** Errors cannot be lowered or silenced; warnings and infos can. */
  readonly severity: Severity;
  /** A short noun phrase or sentence, shown in lists, SARIF rules and docs. */
  readonly title: string;
  /**
   * Set where the definition is valid and something else is wrong, which has an exit code of its own: workloads do not
   * fit, a money threshold is crossed.
   */
  readonly outcome?: 'fit' | 'money';
}
