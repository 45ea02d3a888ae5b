import type { Span } from '../diagnostics/span.ts';

/** A reason in words, and the line that says so. */
export interface Described {
  /** A sentence without a final full stop. */
  readonly message: string;
  readonly source?: Span | undefined;
}
