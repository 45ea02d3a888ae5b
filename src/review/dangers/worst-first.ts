import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** By severity, then by code: codes are numbered by weight. */
export function worstFirst(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}
