import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';

/**
 * What of a value has been read, key by key: all of it, all of it if it holds, or some of it. `*` stands for every other
 * key and for the items of a list.
 */
export type ReadTree = {
  readonly [key: string]: true | ((value: JsonValue, key: string) => boolean) | ReadTree;
};

/** The shortest paths to what nobody has read. Empty maps and lists, and null, say nothing. */
export function unreadPaths(value: JsonValue, read: ReadTree): readonly (readonly string[])[] {
  return childrenOf(value).flatMap(([key, child]): readonly (readonly string[])[] => {
    if (isEmpty(child)) return [];
    const own = Object.hasOwn(read, key) ? read[key] : read['*'];
    if (own === true) return [];
    if (typeof own === 'function') return own(child, key) ? [] : [[key]];
    if (own === undefined || childrenOf(child).length === 0) return [[key]];
    return unreadPaths(child, own).map((rest) => [key, ...rest]);
  });
}

/** Keys with dots or slashes in brackets. */
export function pathText(path: readonly string[]): string {
  return path
    .map((key, i) => (/^[A-Za-z]\w*$/.test(key) ? `${i === 0 ? '' : '.'}${key}` : `[${key}]`))
    .join('');
}

function childrenOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.map((child: JsonValue, i) => [String(i), child]);
  return isJsonMap(value) ? Object.entries(value) : [];
}

function isEmpty(value: JsonValue): boolean {
  if (value === null) return true;
  const isContainer = Array.isArray(value) || isJsonMap(value);
  return isContainer && childrenOf(value).every(([, child]) => isEmpty(child));
}
