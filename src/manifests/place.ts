import { headSpan, followPath, type PathSegment } from '../diagnostics/located-path.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { PlainDocument } from '../documents/plain-document.ts';

/** Where an object stands. Positions are recovered on the first question, and kept. */
export class Place {
  readonly #document: PlainDocument;
  readonly #path: readonly PathSegment[];
  #located: LocatedValue | undefined;

  constructor(document: PlainDocument, path: readonly PathSegment[]) {
    this.#document = document;
    this.#path = path;
  }

  get source(): Source {
    return this.#document.source;
  }

  get located(): LocatedValue {
    this.#located ??= this.#document.locate(this.#path);
    return this.#located;
  }

  /** The value at a path inside the object, or the nearest thing that is written. */
  span(path: readonly PathSegment[]): Span {
    const { value, nearest } = followPath(this.located, path);
    if (value === undefined) return headSpan(nearest);
    const { span } = value.origin;
    const written = span.source.text.slice(span.start, span.end);
    // Several lines would fill the screen, and nothing has no extent to point at.
    return written === '' || (value.kind !== 'scalar' && written.includes('\n')) ? headSpan(value) : span;
  }
}
