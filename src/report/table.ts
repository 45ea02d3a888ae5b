import { displayWidth, printable } from './display.ts';

export interface Column {
  readonly title: string;
  /** @default left */
  readonly align?: 'left' | 'right';
}

/** Rows under a header, columns two spaces apart, without trailing blanks. Cells may not contain colour. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(printable))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => displayWidth(row[i] ?? ''))));
  return cells.map((row) =>
    columns
      .map(({ align }, i) => {
        const cell = row[i] ?? '';
        const padding = ' '.repeat((widths[i] ?? 0) - displayWidth(cell));
        return align === 'right' ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}
