import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';
import { PATTERNS } from './samples.ts';
import type { Schema } from './schema.ts';

/** A value that uses every field of a schema once and meets its keywords; its rules are not looked at. */
export function richValue(schema: Schema, name = 'value'): JsonValue | undefined {
  const first = schema.enum?.[0] ?? schema.allOf?.[0]?.enum?.[1];
  if (first !== undefined) return first;
  if (schema['x-kubernetes-int-or-string'] === true) return schema.pattern === undefined ? 1 : '1Gi';
  switch (schema.type) {
    case 'object':
      return richMap(schema, name);
    case 'array': {
      const item = richValue(schema.items ?? {}, name);
      return item === undefined ? [] : [item];
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'string':
      return richText(schema, name);
    default:
      return schema['x-kubernetes-preserve-unknown-fields'] === true
        ? { any: ['thing', 1, null] }
        : undefined;
  }
}

function richMap(schema: Schema, name: string): JsonValue {
  const map: Record<string, JsonValue> = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const value = richValue(property, key);
    if (value !== undefined) map[key] = value;
  }
  if (typeof schema.additionalProperties === 'object') {
    const value = richValue(schema.additionalProperties, name);
    if (value !== undefined) map['key'] = value;
  }
  if (schema.properties === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true)
    map['any'] = { thing: [1, null] };
  return map;
}

function richText(schema: Schema, name: string): string {
  if (schema.pattern !== undefined) {
    const samples = PATTERNS[schema.pattern];
    if (samples === undefined) throw new Error(`no samples for the pattern ${schema.pattern}`);
    return samples.good[0] ?? '';
  }
  if (schema.format === 'date-time') return '2026-11-22T05:00:00Z';
  if (schema.format === 'byte') return 'aGVsbG8=';
  return name.slice(0, schema.maxLength ?? name.length).padEnd(schema.minLength ?? 0, 'x');
}
