import { layerName, usedHere } from '../../diagnostics/describe-origin.ts';
import type { Related } from '../../diagnostics/diagnostic.ts';
import { pointerTokens } from '../../diagnostics/json-pointer.ts';
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

/**
 * A part of an object, by JSON pointer; `key` for what should not be there, and is blamed by its name. `reads` are the parts of
 * it that a rule looks at: rather one of them is blamed than the whole.
 */
export type PlaceOf = (pointer: string, what: 'value' | 'key', reads?: readonly string[]) => ObjectPlace;

export interface DefinitionPlaces {
  readonly origins: OriginMap;
  readonly pool: Pool | undefined;
  /** The key of the map or list that something written stands in. */
  readonly holderKey: (part: Span) => Span | undefined;
}

/** Parts of a compiled object, in the definition: through profiles and defaults to the line that somebody wrote. */
export function placeInDefinition({ origins, pool, holderKey }: DefinitionPlaces): PlaceOf {
  const written = (pointer: string) => origins.get(pointer) ?? mapOf(pointer, { origins, holderKey });
  return (pointer, what, reads = []) => {
    const parts = reads.filter((read) => read.startsWith(`${pointer}/`) && !FRAMES.has(read));
    const read = highest(parts.flatMap((part) => written(part) ?? []));
    const origin = read ?? written(pointer) ?? originAt(origins, pointer);
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

/** A map or list that has no place of its own, as several layers add to it: its key in the highest, else what is in it there. */
function mapOf(
  pointer: string,
  { origins, holderKey }: Pick<DefinitionPlaces, 'origins' | 'holderKey'>,
): Origin | undefined {
  if (FRAMES.has(pointer)) return undefined;
  const parts = [...origins].flatMap(([at, origin]) => (at.startsWith(`${pointer}/`) ? [origin] : []));
  const part = highest(parts);
  if (part === undefined || isBuiltIn(part)) return part;
  const key = holderKey(part.keySpan ?? part.span);
  if (key === undefined || !isNamed(key, pointerTokens(pointer).at(-1) ?? '')) return part;
  const { definedAt: _aliasOfPart, ...rest } = part;
  return { ...rest, span: key, keySpan: key };
}

/** Whether a key of a definition is that of a field: `startup_taints` of `startupTaints`. */
function isNamed({ source, start, end }: Span, field: string): boolean {
  const plain = (name: string) => name.replaceAll(/[_"']/g, '').toLowerCase();
  return plain(source.text.slice(start, end)) === plain(field);
}

/** Lowest first. */
const LAYERS = ['built-in', 'settings', 'node_class', 'pool_defaults', 'profile', 'pool'];

/** The first of those that the highest layer says. */
function highest(origins: readonly Origin[]): Origin | undefined {
  const rank = ({ layer }: Origin) => (layer === undefined ? LAYERS.length : LAYERS.indexOf(layer.kind));
  const [first, ...others] = origins;
  if (first === undefined) return undefined;
  return others.reduce((best, other) => (rank(other) > rank(best) ? other : best), first);
}

/** A value of several lines would fill the screen: its key has to do, or its first line. */
function spanOf({ span, keySpan }: Origin, what: 'value' | 'key'): Span {
  const [first = '', ...more] = span.source.text.slice(span.start, span.end).split(/\r?\n/);
  if (keySpan !== undefined && (what === 'key' || more.length > 0 || first === '')) return keySpan;
  return { ...span, end: span.start + first.length };
}
