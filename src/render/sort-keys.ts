import type { JsonValue } from '../model/compiled-object.ts';

type JsonMap = Readonly<Record<string, JsonValue>>;

/**
 * Maps in order of key, by code unit. cdk8s sorts too, unless an environment variable tells it not to; the bytes must
 * not depend on that. What is in order already, which is nearly everything, is returned as it is.
 */
export function sortKeys(value: JsonValue): JsonValue {
  return isSorted(value) ? value : sorted(value);
}

function isSorted(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).every(isSorted);
  let previous = '';
  for (const key of Object.keys(value)) {
    if (key < previous || !isSorted((value as JsonMap)[key] ?? null)) return false;
    previous = key;
  }
  return true;
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
