/** A place in a text, 1-based; columns count UTF-16 units. Reporters convert to what their format wants. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A named text. `file` is a POSIX path relative to the repository root (or `<stdin>`). */
export class Source {
  readonly file: string;
  readonly text: string;
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Offsets at which lines start. Computed on first use: most sources are never reported on. */
  get lineStarts(): readonly number[] {
    this.#lineStarts ??= findLineStarts(this.text);
    return this.#lineStarts;
  }

  positionAt(offset: number): Position {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(offset - (starts[low] ?? 0), 0) + 1 };
  }

  /** The text of a 1-based line, without its line break; empty beyond the end. */
  lineText(line: number): string {
    const start = this.lineStarts[line - 1];
    if (start === undefined) return '';
    const end = this.lineStarts[line] ?? this.text.length;
    return this.text.slice(start, end).replace(/[\r\n]+$/, '');
  }
}

const BYTE_ORDER_MARK = 0xfeff;

/** The first line starts after a byte order mark, which no editor shows or counts. */
function findLineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
