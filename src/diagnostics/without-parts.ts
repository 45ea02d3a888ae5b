import type { LocatedEntry, LocatedMap, LocatedScalar, LocatedValue } from './located.ts';
import { followPath, type PathSegment } from './located-path.ts';

export type PartPath = readonly PathSegment[];

export interface WithoutPartsOptions {
  /**
   * What becomes of the entry of a map: `removed`, or `null` in the place of its value, which in a layer takes away
   * what lies below.
   */
  readonly entries: 'removed' | 'null';
}

/**
 * A tree without its faulty parts. Of a list the whole item goes, since half an item can mean something else; of maps
 * the entry goes. Undefined when nothing is left to stand on.
 */
export function withoutParts(
  root: LocatedValue,
  faulty: readonly PartPath[],
  options: WithoutPartsOptions,
): LocatedValue | undefined {
  if (faulty.length === 0) return root;
  return cut(
    root,
    faulty.map((path) => partOf(root, path)),
    options,
  );
}

/** The outermost list item on the way, else the value itself, else, where it is missing, what lacks it. */
function partOf(root: LocatedValue, path: PartPath): PartPath {
  const item = path.findIndex((segment) => typeof segment === 'number');
  if (item >= 0) return path.slice(0, item + 1);
  let end = path.length;
  while (end > 0 && followPath(root, path.slice(0, end)).value === undefined) end--;
  return path.slice(0, end);
}

function cut(
  value: LocatedValue,
  paths: readonly PartPath[],
  options: WithoutPartsOptions,
): LocatedValue | undefined {
  if (paths.length === 0) return value;
  if (value.kind === 'scalar' || paths.some((path) => path.length === 0)) return undefined;
  const bySegment = new Map<string, PartPath[]>();
  for (const [segment, ...rest] of paths) {
    const key = String(segment);
    bySegment.set(key, [...(bySegment.get(key) ?? []), rest]);
  }
  if (value.kind === 'list') {
    return {
      ...value,
      items: value.items.flatMap((item, i) => cut(item, bySegment.get(String(i)) ?? [], options) ?? []),
    };
  }
  const entries = new Map<string, LocatedEntry>();
  for (const [key, entry] of value.entries) {
    const left = cut(entry.value, bySegment.get(key) ?? [], options);
    if (left !== undefined) entries.set(key, left === entry.value ? entry : { ...entry, value: left });
    else if (options.entries === 'null') entries.set(key, { ...entry, value: nothing(entry.value) });
  }
  const map: LocatedMap = { ...value, entries };
  return map;
}

function nothing({ origin }: LocatedValue): LocatedScalar {
  return { kind: 'scalar', value: null, text: '', style: 'plain', origin };
}
