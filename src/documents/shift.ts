import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedValue } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';

/** Moves what was found in a part of a text to its place in the whole. */
export interface Shift {
  readonly diagnostic: (found: Diagnostic) => Diagnostic;
  readonly located: (value: LocatedValue) => LocatedValue;
}

/** For parts of `source` that start at `offset`. */
export function shiftBy(source: Source, offset: number): Shift {
  const span = ({ start, end }: Span): Span => ({ source, start: start + offset, end: end + offset });
  const origin = ({ span: own, keySpan, definedAt, layer }: Origin): Origin => ({
    span: span(own),
    ...(keySpan === undefined ? {} : { keySpan: span(keySpan) }),
    ...(definedAt === undefined ? {} : { definedAt: span(definedAt) }),
    ...(layer === undefined ? {} : { layer }),
  });
  const entry = ({ key, keySpan, value }: LocatedEntry): LocatedEntry => ({
    key,
    keySpan: span(keySpan),
    value: located(value),
  });
  const located = (value: LocatedValue): LocatedValue => {
    const moved = origin(value.origin);
    if (value.kind === 'scalar') return { ...value, origin: moved };
    if (value.kind === 'list') return { kind: 'list', items: value.items.map(located), origin: moved };
    const entries = [...value.entries].map(([key, one]) => [key, entry(one)] as const);
    return { kind: 'map', entries: new Map(entries), origin: moved };
  };
  return { diagnostic: (found) => shiftDiagnostic(found, span), located };
}

function shiftDiagnostic(found: Diagnostic, span: (span: Span) => Span): Diagnostic {
  const { fix } = found;
  return {
    ...found,
    span: span(found.span),
    related: found.related.map((one) => ({ ...one, span: span(one.span) })),
    ...(fix === undefined
      ? {}
      : { fix: { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: span(edit.span) })) } }),
  };
}
