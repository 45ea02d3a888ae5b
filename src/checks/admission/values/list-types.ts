import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { propertySchema, type Schema } from '../schema/schema.ts';
import { duplicate, type Finding, invalid } from './finding.ts';
import { childOf, type Path } from './path.ts';

/** What a list of the type `set` or `map` has twice. */
export function duplicates(value: JsonValue, schema: Schema, path?: Path): readonly Finding[] {
  const found: Finding[] = [];
  collect(value, schema, path, found);
  return found;
}

function collect(value: JsonValue, schema: Schema, path: Path | undefined, found: Finding[]): void {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (schema.listType === 'set') addTwice(items, items, path, found);
    if (schema.listType === 'map') addMapTwice(items, schema, path, found);
    if (schema.items === undefined) return;
    const below = schema.items;
    items.forEach((item, index) => collect(item, below, childOf(path, index), found));
  } else if (isJsonMap(value)) {
    for (const [key, item] of Object.entries(value)) {
      const below = propertySchema(schema, key);
      if (below !== undefined) collect(item, below, childOf(path, key), found);
    }
  }
}

/** `identities` are compared; `told` is what a finding repeats. Each is told once, at its second place. */
function addTwice(
  identities: readonly JsonValue[],
  told: readonly JsonValue[],
  path: Path | undefined,
  found: Finding[],
): void {
  const times = new Map<string, number>();
  identities.forEach((identity, index) => {
    const text = canonical(identity);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    if (before === 1) found.push(duplicate(childOf(path, index), told[index] ?? null));
  });
}

function addMapTwice(
  items: readonly JsonValue[],
  { listMapKeys }: Schema,
  path: Path | undefined,
  found: Finding[],
): void {
  const odd = items.findIndex((item) => item !== null && !isJsonMap(item));
  if (odd >= 0) {
    const detail = 'must be an object for an array of list-type map';
    found.push(invalid(childOf(path, odd), items[odd] ?? null, detail));
    return;
  }
  const keys = items.map((item) => keyOf(item, listMapKeys));
  addTwice(keys, keys, path, found);
}

function keyOf(item: JsonValue, keys: readonly string[]): JsonMap {
  if (!isJsonMap(item)) return {};
  return Object.fromEntries(
    keys.flatMap((key): [string, JsonValue][] =>
      Object.hasOwn(item, key) ? [[key, item[key] ?? null]] : [],
    ),
  );
}

/** The same text for the same data, whatever the order of keys. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, part: JsonValue) =>
    isJsonMap(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
