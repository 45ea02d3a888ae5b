import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';

/** The map under a key; an empty one where there is none. */
export function mapAt(map: JsonMap, key: string): JsonMap {
  const value = map[key];
  return isJsonMap(value) ? value : {};
}

/** A scalar as text, which is how a definition writes numbers in the place of text. */
export function scalarText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
