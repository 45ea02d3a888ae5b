import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LiveNodes } from '../../model/review-input.ts';

export interface ReviewOptions {
  /** Nodes of a dump, with what was wrong with it. */
  readonly live?: { readonly nodes: LiveNodes; readonly diagnostics: readonly Diagnostic[] };
  /** From when on rotations are laid out, in milliseconds since 1970. */
  readonly atMs?: number;
  readonly replacementSeconds: number;
}
