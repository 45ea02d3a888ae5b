import { isSameJson } from '../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';

/** A value that differs; absent is undefined there. */
export interface LeafChange {
  /** Numbers are positions in lists: of the state that has the item, and after the change if both have it. */
  readonly path: readonly (string | number)[];
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Down to where only one side has the field, or both have something that has no parts to tell apart. */
export function leafChanges({ path, before, after }: LeafChange): readonly LeafChange[] {
  if (isSameJson(before, after)) return [];
  if (isJsonMap(before) && isJsonMap(after)) {
    const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return keys.flatMap((key) =>
      leafChanges({ path: [...path, key], before: own(before, key), after: own(after, key) }),
    );
  }
  const items = itemChanges({ path, before, after });
  return items.length > 0 ? items : [{ path, before, after }];
}

function own(map: JsonMap, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Of lists whose items have names, such as requirements and taints; none if only their order differs. */
function itemChanges({ path, before, after }: LeafChange): readonly LeafChange[] {
  const [old, now] = [itemsByName(before), itemsByName(after)];
  if (old === undefined || now === undefined) return [];
  return [
    ...[...now].flatMap(([name, { index, item }]) =>
      leafChanges({ path: [...path, index], before: old.get(name)?.item, after: item }),
    ),
    ...[...old].flatMap(([name, { index, item }]) =>
      now.has(name) ? [] : [{ path: [...path, index], before: item, after: undefined }],
    ),
  ];
}

interface Item {
  readonly index: number;
  readonly item: JsonMap;
}

/** Undefined: an item has no name, or two have the same. */
function itemsByName(list: JsonValue | undefined): ReadonlyMap<string, Item> | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = new Map<string, Item>();
  for (const [index, item] of (list as readonly JsonValue[]).entries()) {
    const key = isJsonMap(item) ? own(item, 'key') : undefined;
    if (!isJsonMap(item) || typeof key !== 'string') return undefined;
    const name = JSON.stringify([key, own(item, 'effect') ?? own(item, 'operator') ?? null]);
    if (items.has(name)) return undefined;
    items.set(name, { index, item });
  }
  return items;
}
