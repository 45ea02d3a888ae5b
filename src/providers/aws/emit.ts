import * as z from 'zod';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { JsonValue } from '../../diagnostics/json-value.ts';
import type { LocatedMap, LocatedValue } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';

/**
 * Validated input as plain data, in the one order that is emitted for ever: fields as the schema lists them, free maps by
 * key, lists as written. Every value's origin goes into `origins`. An empty map or list means the same to a reader as an
 * absent one but another hash to Karpenter, so it is left out below, unless the pool is to stay as it is written.
 */
export function emit(value: LocatedValue, schema: z.ZodType, pointer: string, out: Emission): JsonValue {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  out.origins.set(pointer, value.origin);
  switch (value.kind) {
    case 'scalar':
      return typeof value.value === 'bigint' ? Number(value.value) : value.value;
    case 'list': {
      const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner;
      return value.items.map((item, i) => emit(item, element, pointer + jsonPointer(i), out));
    }
    case 'map':
      return inner instanceof z.ZodObject
        ? emitObject(value, inner, pointer, out)
        : emitRecord(value, inner, pointer, out);
  }
}

export interface Emission {
  readonly origins: Map<string, Origin>;
  readonly empty: 'left out' | 'written';
}

function emitObject(map: LocatedMap, schema: z.ZodObject, pointer: string, out: Emission): JsonValue {
  const plain: Record<string, JsonValue> = {};
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const entry = map.entries.get(field);
    if (entry === undefined) continue;
    const child = emit(entry.value, fieldSchema as z.ZodType, pointer + jsonPointer(field), out);
    if (out.empty === 'written' || !isEmpty(child)) plain[field] = child;
  }
  return plain;
}

function emitRecord(map: LocatedMap, schema: z.ZodType, pointer: string, out: Emission): JsonValue {
  const element = schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : schema;
  const sorted = [...map.entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ key, value }) => [key, emit(value, element, pointer + jsonPointer(key), out)]),
  );
}

/** A map without keys, or a list without items. */
export function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
