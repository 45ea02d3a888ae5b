import { CODES, type DiagnosticCode } from './codes.ts';
import type { Severity } from './severity.ts';
import type { Span } from './span.ts';

/** A second place that explains the first ("first defined here"). */
export interface Related {
  readonly span: Span;
  readonly message: string;
}

/** A replacement a machine may apply without asking: it never changes meaning silently. */
export interface Fix {
  /** Imperative, shown to people: "write `c`". */
  readonly title: string;
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly span: Span;
  readonly newText: string;
}

/** One finding about the user's input. Never thrown; collected by every stage. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without a final full stop; names in backticks. */
  readonly message: string;
  readonly span: Span;
  readonly related: readonly Related[];
  /** The way out, one or two sentences. */
  readonly help?: string;
  readonly fix?: Fix;
}

export interface DiagnosticDetails {
  readonly related?: readonly Related[];
  readonly help?: string | undefined;
  readonly fix?: Fix | undefined;
}

/** Creates a diagnostic with the registered severity of its code. */
export function diagnostic(
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  return {
    code,
    severity: CODES[code].severity,
    message,
    span,
    related: details.related ?? [],
    ...(details.help === undefined ? {} : { help: details.help }),
    ...(details.fix === undefined ? {} : { fix: details.fix }),
  };
}

/** Sorted by file, offset, code, message; exact repetitions removed (a profile used by many pools is one mistake). */
export function sortDiagnostics(diagnostics: Iterable<Diagnostic>): Diagnostic[] {
  const sorted = [...diagnostics].sort(compareDiagnostics);
  return sorted.filter((current, i) => {
    const previous = sorted[i - 1];
    return previous === undefined || compareDiagnostics(previous, current) !== 0;
  });
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.span.source.file, b.span.source.file) ||
    a.span.start - b.span.start ||
    a.span.end - b.span.end ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
