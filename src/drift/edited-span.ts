import { originAt } from '../diagnostics/origin-at.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { OriginMap } from '../model/compiled-object.ts';

/**
 * The line that somebody edited: where a value came by an alias, and still does, it is the anchored one (`definedAt`).
 *
 * @param other the same object on the other side
 */
export function editedSpan(origin: Origin, pointer: string, other: OriginMap): Span {
  const { span, definedAt } = origin;
  if (definedAt === undefined) return span;
  const before = counterpart(pointer, other);
  const isSameUse = before?.definedAt !== undefined && textOf(before.span) === textOf(span);
  return isSameUse && textOf(before.definedAt) !== textOf(definedAt) ? definedAt : span;
}

/** The same field; of a new one what stands beside it. */
function counterpart(pointer: string, other: OriginMap): Origin | undefined {
  if (!other.has('')) return undefined;
  const own = other.get(pointer);
  if (own !== undefined) return own;
  const siblings = `${pointer.slice(0, pointer.lastIndexOf('/'))}/`;
  for (const [known, origin] of other) if (known.startsWith(siblings)) return origin;
  return originAt(other, pointer);
}

function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}
