import { CODES } from '../diagnostics/codes.ts';
import type { CodeSpec } from '../diagnostics/code-spec.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** What a run ends with. Of several the first that applies, internal errors and wrong usage before all others. */
export const EXIT = {
  ok: 0,
  /** Findings at or above `--fail-on`, or output that is stale. */
  findings: 1,
  /** Unknown flag, no such file, unreadable file. */
  usage: 2,
  /** Workloads do not fit. */
  fit: 3,
  /** A money threshold is crossed. */
  money: 4,
  /** A bug. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Takes the exit code of the command that ran. */
export type Done = (code: ExitCode) => void;

/** What a finding is about where it is not the definition: such findings have exit codes of their own. */
export function outcomeOf({ code }: Pick<Diagnostic, 'code'>): CodeSpec['outcome'] {
  const spec: CodeSpec = CODES[code];
  return spec.outcome;
}

/** How a run ends with these findings, of which some make it fail. */
export function exitCodeOf(diagnostics: readonly Diagnostic[], failing: ReadonlySet<Diagnostic>): ExitCode {
  if (failing.size > 0) return EXIT.findings;
  if (diagnostics.some((found) => outcomeOf(found) === 'fit')) return EXIT.fit;
  return diagnostics.some((found) => outcomeOf(found) === 'money') ? EXIT.money : EXIT.ok;
}
