import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/span.ts';

/** Something to tell about the import: on the terminal, and as a comment in the definition. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  /** Pools whose comment it becomes; none: it stands at the head of the file. */
  readonly pools: readonly string[];
}

export interface FindingDetails extends DiagnosticDetails {
  /** @default none */
  readonly pools?: readonly string[];
}

export function finding(
  code: DiagnosticCode,
  span: Span,
  message: string,
  { pools = [], ...details }: FindingDetails = {},
): Finding {
  return { diagnostic: diagnostic(code, span, message, details), pools };
}
