import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { LocatedScalar } from '../../diagnostics/located.ts';
import type { Span } from '../../diagnostics/span.ts';

/** A part of an annotation between two commas. */
export interface Piece {
  readonly text: string;
  /** In the annotation. */
  readonly start: number;
}

export function piecesOf(text: string): readonly Piece[] {
  let start = 0;
  return text.split(',').map((piece) => {
    const at = start;
    start += piece.length + 1;
    return { text: piece, start: at };
  });
}

/** Where a part of a scalar's text is written; all of it where quotes, escapes or folded lines hide that. */
export function partSpan(
  scalar: LocatedScalar | undefined,
  whole: Span,
  start: number,
  length: number,
): Span {
  if (scalar === undefined || length === 0) return whole;
  const offset = plainOffset(scalar);
  if (offset === undefined) return foundSpan(scalar, start, length) ?? whole;
  const from = scalar.origin.span.start + offset + start;
  return { source: whole.source, start: from, end: from + length };
}

/** Where a part is written if that is in one place only, as in a folded text. */
function foundSpan({ origin, value, style }: LocatedScalar, start: number, length: number): Span | undefined {
  if (origin.definedAt !== undefined || style !== 'block' || typeof value !== 'string') return undefined;
  const { source, start: from, end } = origin.span;
  const part = value.slice(start, start + length).trim();
  const at = source.text.indexOf(part, from);
  if (part === '' || at < 0 || at + part.length > end) return undefined;
  const next = source.text.indexOf(part, at + 1);
  return next >= 0 && next + part.length <= end ? undefined : { source, start: at, end: at + part.length };
}

/** Replaces a part; undefined where it is not written as it is read. */
export function partFix(
  scalar: LocatedScalar | undefined,
  part: { readonly start: number; readonly length: number },
  newText: string,
): Fix | undefined {
  const offset = scalar === undefined ? undefined : plainOffset(scalar);
  if (scalar === undefined || offset === undefined || /["'\\\n]/.test(newText)) return undefined;
  const { source, start } = scalar.origin.span;
  const from = start + offset + part.start;
  return {
    title: newText === '' ? 'remove it' : `write \`${newText}\``,
    edits: [{ span: { source, start: from, end: from + part.length }, newText }],
  };
}

/** What lies before the text where it is written letter by letter. */
function plainOffset({ origin, value, text, style }: LocatedScalar): number | undefined {
  if (origin.definedAt !== undefined || style === 'block') return undefined;
  const { source, start, end } = origin.span;
  const written = source.text.slice(start, end);
  const own = typeof value === 'string' ? value : text;
  if (written === own) return 0;
  return written.slice(1, -1) === own ? 1 : undefined;
}
