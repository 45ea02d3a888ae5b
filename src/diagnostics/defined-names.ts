import type { Span } from './span.ts';

/** Names that are taken, and where each was defined first. */
export class DefinedNames {
  readonly #first = new Map<string, Span>();

  /** Where the name was defined before; undefined if this is the first time. */
  define(name: string, span: Span): Span | undefined {
    const earlier = this.#first.get(name);
    if (earlier === undefined) this.#first.set(name, span);
    return earlier;
  }
}
