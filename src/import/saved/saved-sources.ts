import type { Origin } from '../../diagnostics/origin.ts';
import { Source } from '../../diagnostics/source.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { OriginMap } from '../../model/compiled-object.ts';
import type { SavedObject, SavedOrigin, SavedPlace, SavedText } from './saved-compilation.ts';

export interface SavedSourcesOptions {
  /** The one source of equal texts of the same name. @default each is its own */
  readonly intern?: ((source: Source) => Source) | undefined;
}

/** The files of a saved document: whole where it has their text, else the lines it has, each at its number. */
export class SavedSources {
  readonly #texts: Readonly<Record<string, SavedText>>;
  readonly #intern: (source: Source) => Source;
  readonly #sources = new Map<string, Source>();

  constructor(texts: Readonly<Record<string, SavedText>>, { intern }: SavedSourcesOptions = {}) {
    this.#texts = texts;
    this.#intern = intern ?? ((source) => source);
  }

  /** Undefined: the document has no more than lines of the file. */
  whole(file: string): Source | undefined {
    return this.#text(file)?.text === undefined ? undefined : this.source(file);
  }

  has(source: Source): boolean {
    return this.#sources.get(source.file) === source;
  }

  source(file: string): Source {
    let source = this.#sources.get(file);
    if (source === undefined) {
      const saved = this.#text(file);
      source =
        saved?.text === undefined
          ? new Source(file, excerpt(saved?.lines ?? {}))
          : this.#intern(new Source(file, saved.text));
      this.#sources.set(file, source);
    }
    return source;
  }

  origins({ origins }: SavedObject): OriginMap {
    const read = new Map(Object.entries(origins).map(([pointer, one]) => [pointer, this.#origin(one)]));
    const [first] = read.values();
    // Every object has an origin as a whole; a document that was cut by hand may lack it.
    if (!read.has('')) read.set('', first ?? { span: { source: this.source(''), start: 0, end: 0 } });
    return read;
  }

  span({ file, range: { start, end } }: SavedPlace): Span {
    const source = this.source(file);
    const from = offsetOf(source, start);
    return { source, start: from, end: Math.max(from, offsetOf(source, end)) };
  }

  #origin(saved: SavedOrigin): Origin {
    const { layer, definedAt } = saved;
    return {
      span: this.span(saved),
      ...(layer === undefined ? {} : { layer }),
      ...(definedAt === undefined ? {} : { definedAt: this.span(definedAt) }),
    };
  }

  #text(file: string): SavedText | undefined {
    return Object.hasOwn(this.#texts, file) ? this.#texts[file] : undefined;
  }
}

function excerpt(lines: Readonly<Record<string, string>>): string {
  const numbers = Object.keys(lines).map(Number);
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  return Array.from({ length: Math.min(last, MAX_LINES) }, (_, i) => lines[String(i + 1)] ?? '').join('\n');
}

/** A definition has fewer: its size is limited. */
const MAX_LINES = 1_000_000;

function offsetOf(source: Source, { line, column }: SavedPlace['range']['start']): number {
  const start = source.lineStarts[line - 1] ?? source.text.length;
  return Math.min(start + column - 1, source.text.length);
}
