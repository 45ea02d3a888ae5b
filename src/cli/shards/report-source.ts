import { type Position, Source } from '../../diagnostics/source.ts';
import type { ReportLocation } from '../../report/check-report.ts';
import type { Span } from '../../diagnostics/span.ts';

/** More than a line can have. */
const COLUMNS = 2 ** 26;

/** A file of which only places are known. Its offsets are in the order of the text's, and lead back to lines and columns. */
class ReportSource extends Source {
  readonly #lines = new Map<number, string>();

  constructor(file: string) {
    super(file, '');
  }

  know(line: number, text: string): void {
    this.#lines.set(line, text);
  }

  override lineText(line: number): string {
    return this.#lines.get(line) ?? '';
  }

  override positionAt(offset: number): Position {
    return { line: Math.floor(offset / COLUMNS), column: offset % COLUMNS };
  }
}

/** Turns places of reports back into spans, with one source for each file. */
export class ReportSources {
  readonly #sources = new Map<string, ReportSource>();

  spanOf({ file, range: { start, end } }: ReportLocation): Span {
    return { source: this.#source(file), start: offsetOf(start), end: offsetOf(end) };
  }

  /** Lines that are known, by file and number. */
  know(files: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
    for (const [file, lines] of Object.entries(files)) {
      for (const [line, text] of Object.entries(lines)) this.#source(file).know(Number(line), text);
    }
  }

  #source(file: string): ReportSource {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const source = new ReportSource(file);
    this.#sources.set(file, source);
    return source;
  }
}

function offsetOf({ line, column }: Position): number {
  return line * COLUMNS + column;
}
