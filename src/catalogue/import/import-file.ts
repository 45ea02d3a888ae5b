import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { Span } from '../../diagnostics/span.ts';
import { type JsonPath, spanOfPath } from '../json-text.ts';

/** How many findings of one kind about one file are spelt out. */
const SPELT_OUT = 5;

/** One file of an import: its value, and a place for what is wrong with it. */
export class ImportFile {
  readonly source: Source;
  readonly value: Readonly<Record<string, unknown>>;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #skipped: { readonly path: JsonPath; readonly why: string }[] = [];

  constructor(source: Source, value: Readonly<Record<string, unknown>>) {
    this.source = source;
    this.value = value;
  }

  /** The member that every record is in, or an empty list. */
  list(key: string): readonly unknown[] {
    const list = this.value[key];
    return Array.isArray(list) ? list : [];
  }

  report(code: DiagnosticCode, path: JsonPath, message: string, help?: string): void {
    const span = beginning(spanOfPath(this.source, path));
    this.#diagnostics.push(diagnostic(code, span, message, { help }));
  }

  /** A record that cannot be used does not spoil the others. */
  skip(path: JsonPath, why: string): void {
    this.#skipped.push({ path, why });
  }

  get diagnostics(): readonly Diagnostic[] {
    const spelt = this.#skipped
      .slice(0, SPELT_OUT)
      .map(({ path, why }) => skipFinding(this.source, path, why));
    const rest = this.#skipped.length - SPELT_OUT;
    const next = this.#skipped[SPELT_OUT];
    if (next === undefined) return [...this.#diagnostics, ...spelt];
    return [
      ...this.#diagnostics,
      ...spelt,
      skipFinding(this.source, next.path, `${rest} more records like these are left out, too`),
    ];
  }
}

function skipFinding(source: Source, path: JsonPath, why: string): Diagnostic {
  return diagnostic('PW5012', beginning(spanOfPath(source, path)), why);
}

/** Records are long and often on one line with all others: pointing at where they start is enough. */
function beginning(span: Span): Span {
  const line = span.source.text.indexOf('\n', span.start);
  return { ...span, end: Math.min(span.end, line < 0 ? span.end : line, span.start + 40) };
}
