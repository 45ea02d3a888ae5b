import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';

/** Reads single fields of a map that may hold anything. Own properties only. */
export function fieldOf(map: JsonMap, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

export function textOf(map: JsonMap, key: string): string {
  const value = fieldOf(map, key);
  return typeof value === 'string' ? value : '';
}

export function numberOf(map: JsonMap, key: string): number | undefined {
  const value = fieldOf(map, key);
  return typeof value === 'number' ? value : undefined;
}

export function isTrue(map: JsonMap, key: string): boolean {
  return fieldOf(map, key) === true;
}

export function mapOf(map: JsonMap, key: string): JsonMap | undefined {
  const value = fieldOf(map, key);
  return isJsonMap(value) ? value : undefined;
}

export function listOf(map: JsonMap, key: string): readonly JsonValue[] {
  const value = fieldOf(map, key);
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

export function textsOf(map: JsonMap, key: string): readonly string[] {
  return listOf(map, key).filter((value) => typeof value === 'string');
}
