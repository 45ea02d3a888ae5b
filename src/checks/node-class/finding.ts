import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { NodeClassObject } from '../../model/provider.ts';

/** Path into `spec`, by field names and list indexes. */
export type FieldPath = readonly (string | number)[];

export interface Finding extends DiagnosticDetails {
  readonly code: DiagnosticCode;
  readonly path: FieldPath;
  /** @default value */
  readonly blame?: 'key' | 'value';
  readonly message: string;
}

/** Where a field of the object comes from. */
export function fieldOrigin(nodeClass: NodeClassObject, path: FieldPath): Origin {
  return originAt(nodeClass.origins, jsonPointer('spec', ...path));
}

/** A diagnostic at the place where a field of the object was written, with the pool that inherits it. */
export function finding(nodeClass: NodeClassObject, { pool }: CompiledPool, found: Finding): Diagnostic {
  const origin = fieldOrigin(nodeClass, found.path);
  const span = found.blame === 'key' ? (origin.keySpan ?? origin.span) : origin.span;
  return diagnostic(found.code, firstLine(span), found.message, {
    ...found,
    related: [...(found.related ?? []), ...usedHere(origin, pool)],
  });
}

/** A whole list item or map would make a code frame of many lines. */
export function firstLine(span: Span): Span {
  const line = /^[^\r\n]*/.exec(span.source.text.slice(span.start, span.end))?.[0] ?? '';
  return { ...span, end: span.start + line.length };
}
