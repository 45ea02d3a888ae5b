import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';

/** A document as plain data, which knows where its parts are written without having kept that. */
export interface PlainDocument {
  readonly source: Source;
  /** Integers beyond 2^53 are the nearest number. */
  readonly value: JsonValue;
  /**
   * The part at a path, with positions, or the nearest that there is. Reads the text again, so keep what it returns.
   */
  readonly locate: (path: readonly PathSegment[]) => LocatedValue;
}

export interface PlainDocuments {
  /** In file order, without empty and broken ones. */
  readonly documents: readonly PlainDocument[];
  readonly diagnostics: readonly Diagnostic[];
}
