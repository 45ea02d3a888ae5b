import type { Source } from '../diagnostics/source.ts';
import type { ReportRange } from './check-report.ts';
import { printable } from '../diagnostics/printable.ts';
import { displayWidth } from './display.ts';
import { type LineView, viewLine } from './line-view.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

/** A place to underline: `primary` with carets, the others with dashes and what they have to say. */
export interface Mark {
  readonly range: ReportRange;
  readonly message?: string;
  readonly primary: boolean;
}

export interface FrameLayout {
  /** Digits of the largest line number, so that all frames of a finding align. */
  readonly gutter: number;
  /** Columns for the code itself. */
  readonly columns: number;
  readonly style: Style;
  readonly paintPrimary: (text: string) => string;
}

/**
 * The marked lines of one file with underlines below them. A mark of several lines is underlined on its first: in
 * YAML that is the key or the dash that the rest hangs on. One line between two marks is shown, more become `...`.
 */
export function frame(source: Source, marks: readonly Mark[], layout: FrameLayout): string[] {
  const lines = [...new Set(marks.map((mark) => mark.range.start.line))].sort((a, b) => a - b);
  const out = [bar(layout)];
  let previous: number | undefined;
  for (const line of lines) {
    if (previous !== undefined && line === previous + 2) {
      out.push(numbered(previous + 1, viewLine(source.lineText(previous + 1), 0, layout.columns), layout));
    } else if (previous !== undefined && line > previous + 2) {
      out.push(layout.style.gutter('...'));
    }
    const here = marks.filter((mark) => mark.range.start.line === line).toSorted(primaryThenLeft);
    const focus = (here[0]?.range.start.column ?? 1) - 1;
    const text = source.lineText(line);
    const view = viewLine(text, focus, layout.columns);
    out.push(numbered(line, view, layout));
    for (const mark of here) out.push(...underline(mark, text, view, layout));
    previous = line;
  }
  return out;
}

/** An empty gutter. */
export function bar({ gutter, style }: FrameLayout): string {
  return style.gutter(`${' '.repeat(gutter)} |`);
}

function numbered(line: number, view: LineView, { gutter, style }: FrameLayout): string {
  return `${style.gutter(`${String(line).padStart(gutter)} |`)} ${view.text}`.trimEnd();
}

function underline(mark: Mark, text: string, view: LineView, layout: FrameLayout): string[] {
  const { start, end } = mark.range;
  const last = end.line === start.line ? end.column - 1 : text.trimEnd().length;
  const from = view.columnOf(start.column - 1);
  const length = Math.max(1, view.columnOf(last) - from);
  const paint = mark.primary ? layout.paintPrimary : layout.style.gutter;
  const line = paint((mark.primary ? '^' : '-').repeat(length));
  const prefix = `${bar(layout)} `;
  if (mark.message === undefined) return [`${prefix}${' '.repeat(from)}${line}`];

  const message = printable(mark.message);
  const width = displayWidth(message);
  if (from + length + 1 + width <= layout.columns) {
    return [`${prefix}${' '.repeat(from)}${line} ${paint(message)}`];
  }
  const indent = Math.max(0, Math.min(from, layout.columns - width));
  return [
    `${prefix}${' '.repeat(from)}${line}`,
    ...wrap(message, layout.columns - indent).map((part) => `${prefix}${' '.repeat(indent)}${paint(part)}`),
  ];
}

function primaryThenLeft(a: Mark, b: Mark): number {
  return Number(b.primary) - Number(a.primary) || a.range.start.column - b.range.start.column;
}
