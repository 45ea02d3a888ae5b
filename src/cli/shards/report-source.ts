import { type Position, Source } from '../../diagnostics/source.ts';
import type { ReportLocation } from '../../report/check-report.ts';
import type { Span } from '../../diagnostics/span.ts';

/** More than a line can have. */
const COLUMNS = 2 ** 26;

/** A file of which only places are known. Its offsets are in the order of the text's, and lead back to lines and columns. */
class ReportSource extends Source {
  constructor(file: string) {
    super(file, '');
  }

  override positionAt(offset: number): Position {
    return { line: Math.floor(offset / COLUMNS), column: offset % COLUMNS };
  }
}

/** Turns places of reports back into spans, with one source for each file. */
export class ReportSources {
  readonly #sources = new Map<string, ReportSource>();

  spanOf({ file, range: { start, end } }: ReportLocation): Span {
    let source = this.#sources.get(file);
    if (source === undefined) {
      source = new ReportSource(file);
      this.#sources.set(file, source);
    }
    return { source, start: offsetOf(start), end: offsetOf(end) };
  }
}

function offsetOf({ line, column }: Position): number {
  return line * COLUMNS + column;
}
