import type { Position, Source } from '../diagnostics/source.ts';
import type { ReportRange } from './check-report.ts';

/** UTF-16 offset of a position: the inverse of `Source.positionAt`, clamped to the text. */
export function offsetOf(source: Source, position: Position): number {
  const start = source.lineStarts[position.line - 1] ?? source.text.length;
  return Math.min(start + position.column - 1, source.text.length);
}

/** The text within a range. */
export function textOf(source: Source, range: ReportRange): string {
  return source.text.slice(offsetOf(source, range.start), offsetOf(source, range.end));
}
