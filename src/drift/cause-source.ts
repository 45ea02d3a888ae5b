import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import type { Span } from '../diagnostics/span.ts';
import type { OriginMap } from '../model/compiled-object.ts';
import { narrowest } from './change-text.ts';
import type { LeafChange } from './leaf-changes.ts';

interface WithOrigins {
  readonly origins: OriginMap;
}

interface Sides {
  readonly before: WithOrigins;
  readonly after: WithOrigins;
}

/** The line that decides a field: head's, or base's where head has the field no more. Paths are keys into the spec. */
export function causeSource(change: LeafChange, { before, after }: Sides): Span {
  const narrow = narrowest(change);
  const { origins } = narrow.after === undefined ? before : after;
  const pointer = jsonPointer('spec', ...narrow.path.map((key) => /^\[(\d+)\]$/.exec(key)?.[1] ?? key));
  const within = [...origins.keys()].find((known) => known.startsWith(`${pointer}/`));
  const at = origins.has(pointer) ? pointer : (within ?? pointer);
  return originAt(origins, at).span;
}
