import type { Severity } from './severity.ts';

/** What the registry knows of a code. The prose is in docs/diagnostics/<code>/. */
export interface CodeSpec {
  /** Errors cannot be lowered or silenced; warnings and infos can. */
  readonly severity: Severity;
  /** A short noun phrase or sentence, shown in lists, SARIF rules and docs. */
  readonly title: string;
}
