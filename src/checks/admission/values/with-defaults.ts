import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { propertySchema, type Schema } from '../schema/schema.ts';

/** A value as an API server stores it: without nulls that are not allowed, with the defaults of absent fields. */
export function asStored(value: JsonValue, schema: Schema): JsonValue {
  return withDefaults(withoutNulls(value, schema), schema);
}

/** A value as server-side apply hands it on: a null gives way to a default, but does not go away where there is none. */
export function withDefaults(value: JsonValue, schema: Schema | undefined): JsonValue {
  if (schema === undefined) return value;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => defaultedItem(item, schema.items));
  }
  return isJsonMap(value) ? defaultedMap(value, schema) : value;
}

function isForbiddenNull(value: JsonValue | undefined, schema: Schema | undefined): boolean {
  return value === null && schema !== undefined && !schema.nullable;
}

/** Nulls with a default stay for now. */
function withoutNulls(value: JsonValue, schema: Schema | undefined): JsonValue {
  if (schema === undefined) return value;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => withoutNulls(item, schema.items));
  }
  if (!isJsonMap(value)) return value;
  const kept = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    const below = propertySchema(schema, key);
    const gone = isForbiddenNull(item, below) && below?.defaultValue === undefined;
    return gone ? [] : [[key, withoutNulls(item, below)]];
  });
  return Object.fromEntries(kept);
}

function defaultedItem(item: JsonValue, schema: Schema | undefined): JsonValue {
  return withDefaults(isForbiddenNull(item, schema) ? (schema?.defaultValue ?? null) : item, schema);
}

function defaultedMap(map: JsonMap, schema: Schema): JsonMap {
  const entries = Object.entries(map).map(([key, item]): [string, JsonValue] => [
    key,
    defaultedItem(item, propertySchema(schema, key)),
  ]);
  for (const [key, property] of schema.properties ?? []) {
    if (property.defaultValue === undefined || Object.hasOwn(map, key)) continue;
    entries.push([key, withDefaults(property.defaultValue, property)]);
  }
  return Object.fromEntries(entries);
}
