import { type Cell, cellsOf } from './display.ts';

/** A line of source fitted into a number of terminal columns. */
export interface LineView {
  readonly text: string;
  /** The terminal column (0-based) of a UTF-16 offset of the original line, clamped to what is shown. */
  columnOf(offset: number): number;
}

const CUT = '…';

/** Fits a line into `columns`. A longer one (minified, generated) is cut so that the text at `focus` stays visible. */
export function viewLine(line: string, focus: number, columns: number): LineView {
  const cells = cellsOf(line);
  const starts = columnStarts(cells);
  const total = starts.at(-1) ?? 0;
  const full = { text: join(cells), columnOf: (offset: number) => columnAt(cells, starts, offset) };
  if (total <= columns) return full;

  const wanted = columnAt(cells, starts, focus) - Math.floor(columns / 4);
  const from = Math.max(0, Math.min(wanted, total - columns));
  const lead = from > 0 ? CUT : '';
  const trail = from + columns < total ? CUT : '';
  const visible = cells.filter((_, i) => {
    const start = starts[i] ?? 0;
    const end = starts[i + 1] ?? total;
    return start >= from + lead.length && end <= from + columns - trail.length;
  });
  const first = visible[0] === undefined ? 0 : cells.indexOf(visible[0]);
  const shift = (starts[first] ?? 0) - lead.length;
  const text = lead + join(visible) + trail;
  return {
    text,
    columnOf: (offset) => Math.max(0, Math.min(columnAt(cells, starts, offset) - shift, columns)),
  };
}

function columnStarts(cells: readonly Cell[]): readonly number[] {
  const starts = [0];
  let column = 0;
  for (const cell of cells) {
    column += cell.width;
    starts.push(column);
  }
  return starts;
}

function columnAt(cells: readonly Cell[], starts: readonly number[], offset: number): number {
  const index = cells.findIndex((cell) => cell.offset >= offset);
  return starts[index === -1 ? cells.length : index] ?? 0;
}

function join(cells: readonly Cell[]): string {
  return cells.map((cell) => cell.text).join('');
}
