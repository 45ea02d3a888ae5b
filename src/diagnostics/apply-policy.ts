import type { Diagnostic } from './diagnostic.ts';
import type { Severity } from './severity.ts';

/** What a project has decided about findings: levels by code, and comments that silence them in place. */
export interface Policy {
  /** `off`, `info` or `warning` by code. Errors are never touched. */
  readonly levels: ReadonlyMap<string, Severity | 'off'>;
  readonly ignores: readonly Ignore[];
}

/** One ignore comment: `line` is 1-based; without it the whole file is covered. */
export interface Ignore {
  readonly code: string;
  readonly file: string;
  readonly line?: number;
}

/** Applies levels first, then ignore comments. Errors pass through: what cannot work cannot be silenced. */
export function applyPolicy(diagnostics: readonly Diagnostic[], policy: Policy): Diagnostic[] {
  if (policy.levels.size === 0 && policy.ignores.length === 0) return [...diagnostics];
  const ignored = new Set(policy.ignores.map((ignore) => ignoreKey(ignore.code, ignore.file, ignore.line)));
  return diagnostics.flatMap((found) => {
    if (found.severity === 'error') return [found];
    const level = policy.levels.get(found.code) ?? found.severity;
    if (level === 'off' || isIgnored(found, ignored)) return [];
    return level === found.severity ? [found] : [{ ...found, severity: level }];
  });
}

function isIgnored(found: Diagnostic, ignored: ReadonlySet<string>): boolean {
  if (ignored.size === 0) return false;
  const { source, start } = found.span;
  if (ignored.has(ignoreKey(found.code, source.file, undefined))) return true;
  return ignored.has(ignoreKey(found.code, source.file, source.positionAt(start).line));
}

function ignoreKey(code: string, file: string, line: number | undefined): string {
  return `${code}\n${file}\n${line ?? '*'}`;
}

const RANK: Record<Severity, number> = { info: 0, warning: 1, error: 2 };

/** Whether a finding is at least as bad as `level`. */
export function atLeast(severity: Severity, level: Severity): boolean {
  return RANK[severity] >= RANK[level];
}
