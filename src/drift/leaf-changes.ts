import { isSameJson } from '../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';

export interface LeafChange {
  readonly path: readonly string[];
  /** Absent: undefined. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Where two values differ: maps are looked at key by key, lists are one value. */
export function leafChanges(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly string[] = [],
): readonly LeafChange[] {
  if (isSameJson(before, after)) return [];
  if (!isJsonMap(before) || !isJsonMap(after)) return [{ path, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => leafChanges(before[key], after[key], [...path, key]));
}
