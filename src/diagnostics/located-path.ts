import type { LocatedEntry, LocatedMap, LocatedValue } from './located.ts';
import type { Span } from './span.ts';

/** A step into a located tree: a map key or a list index. */
export type PathSegment = string | number;

export interface LocatedTarget {
  /** The value at the path, or undefined where the path leads past the end of the tree. */
  readonly value: LocatedValue | undefined;
  /** The entry that holds the value, when a map does. */
  readonly entry: LocatedEntry | undefined;
  /** The last value on the way that exists; the value itself when the whole path does. */
  readonly nearest: LocatedValue;
}

/** Follows a path as far as it goes. */
export function followPath(root: LocatedValue, path: readonly PathSegment[]): LocatedTarget {
  let nearest = root;
  let entry: LocatedEntry | undefined;
  for (const segment of path) {
    const next = step(nearest, segment);
    if (next === undefined) return { value: undefined, entry: undefined, nearest };
    entry = next.entry;
    nearest = next.value;
  }
  return { value: nearest, entry, nearest };
}

function step(
  value: LocatedValue,
  segment: PathSegment,
): { readonly value: LocatedValue; readonly entry: LocatedEntry | undefined } | undefined {
  if (value.kind === 'list') {
    const item = value.items[Number(segment)];
    return item === undefined ? undefined : { value: item, entry: undefined };
  }
  const entry = value.kind === 'map' ? value.entries.get(String(segment)) : undefined;
  return entry === undefined ? undefined : { value: entry.value, entry };
}

/**
 * Where to point when something is missing in a value: the key that holds it, else the first line of the value. A
 * whole map would make a code frame of many lines.
 */
export function headSpan(value: LocatedValue): Span {
  const { span, keySpan } = value.origin;
  if (keySpan !== undefined) return keySpan;
  const first = value.kind === 'map' ? firstKey(value) : undefined;
  if (first !== undefined && first.source === span.source && first.start >= span.start) return first;
  const firstLine = span.source.text.slice(span.start, span.end).split(/\r?\n/, 1)[0] ?? '';
  return { ...span, end: span.start + firstLine.length };
}

function firstKey(map: LocatedMap): Span | undefined {
  for (const { keySpan } of map.entries.values()) return keySpan;
  return undefined;
}
