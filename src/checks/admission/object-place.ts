import { layerName, usedHere } from '../../diagnostics/describe-origin.ts';
import type { Related } from '../../diagnostics/diagnostic.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { OriginMap } from '../../model/compiled-object.ts';
import type { Pool } from '../../model/pool.ts';

/** Where a part of an object was written, or what stands in for it. */
export interface ObjectPlace {
  readonly span: Span;
  /** Other places that have to do with it. @default none */
  readonly related?: readonly Related[];
  /** Where the value comes from, if nobody wrote it: "built-in set 1". */
  readonly supplier?: string;
}

/** A part of an object, by JSON pointer; `key` for what should not be there, and is blamed by its name. */
export type PlaceOf = (pointer: string, what: 'value' | 'key') => ObjectPlace;

/** Parts of a compiled object, in the definition: through profiles and defaults to the line that somebody wrote. */
export function placeInDefinition(origins: OriginMap, pool: Pool | undefined): PlaceOf {
  return (pointer, what) => {
    const origin = origins.get(pointer) ?? partOf(origins, pointer) ?? originAt(origins, pointer);
    return {
      span: spanOf(origin, what === 'key' && origins.has(pointer) ? 'key' : 'value'),
      related: pool === undefined ? [] : usedHere(origin, pool),
      ...(isBuiltIn(origin) && origin.layer !== undefined ? { supplier: layerName(origin.layer) } : {}),
    };
  };
}

/** Maps that hold what a pool says all over: no part of them stands for the whole. */
const FRAMES: ReadonlySet<string> = new Set([
  '',
  '/metadata',
  '/spec',
  '/spec/template',
  '/spec/template/metadata',
  '/spec/template/spec',
]);

/** What somebody wrote of a map that has no place of its own. */
function partOf(origins: OriginMap, pointer: string): Origin | undefined {
  if (FRAMES.has(pointer)) return undefined;
  for (const [at, origin] of origins) if (at.startsWith(`${pointer}/`) && !isBuiltIn(origin)) return origin;
  return undefined;
}

/** A value of several lines would fill the screen: its key has to do, or its first line. */
function spanOf({ span, keySpan }: Origin, what: 'value' | 'key'): Span {
  const [first = '', ...more] = span.source.text.slice(span.start, span.end).split(/\r?\n/);
  if (keySpan !== undefined && (what === 'key' || more.length > 0 || first === '')) return keySpan;
  return { ...span, end: span.start + first.length };
}
