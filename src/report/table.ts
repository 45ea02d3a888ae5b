import { printable } from '../diagnostics/printable.ts';
import { displayWidth } from './display.ts';
import { wrap } from './wrap.ts';

export interface Column {
  readonly title: string;
  /** @default left */
  readonly align?: 'left' | 'right';
}

export interface TableLayout {
  /** Width of the terminal: the last column is wrapped to stay within it. Without it nothing is wrapped. */
  readonly columns?: number;
}

/** Rows under a header, columns two spaces apart, without trailing blanks. Cells may not contain colour. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  layout: TableLayout = {},
): string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(printable))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => displayWidth(row[i] ?? ''))));
  const lead = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const fit = layout.columns === undefined ? [] : [layout.columns - lead];
  return cells.flatMap((row) => {
    const [first = '', ...more] = wrapCell(row[columns.length - 1] ?? '', ...fit);
    return [
      lineOf([...row.slice(0, columns.length - 1), first], columns, widths),
      ...more.map((text) => (' '.repeat(lead) + text).trimEnd()),
    ];
  });
}

function lineOf(row: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  return columns
    .map(({ align }, i) => {
      const cell = row[i] ?? '';
      const padding = ' '.repeat(Math.max(0, (widths[i] ?? 0) - displayWidth(cell)));
      return align === 'right' ? padding + cell : cell + padding;
    })
    .join('  ')
    .trimEnd();
}

/** What continues a cell is indented two further than the cell. */
function wrapCell(cell: string, width = Number.POSITIVE_INFINITY): string[] {
  if (displayWidth(cell) <= width) return [cell];
  const indent = /^ */.exec(cell)?.[0] ?? '';
  return wrap(cell.slice(indent.length), width - indent.length - 2).map(
    (line, i) => indent + (i === 0 ? '' : '  ') + line,
  );
}
