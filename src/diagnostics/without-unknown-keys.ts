import type { JsonValue } from './json-value.ts';
import type { PathSegment } from './located-path.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** Plain data without the keys that a strict schema did not know. */
export function withoutUnknownKeys(value: JsonValue, issues: readonly SchemaIssue[]): JsonValue {
  const unknown = new Set(
    issues.flatMap(({ path, keys = [] }) => keys.map((key) => pathKey([...(path as PathSegment[]), key]))),
  );
  return unknown.size === 0 ? value : strip(value, [], unknown);
}

/** Plain data without `null`s in maps: the API server takes them for absent. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutNulls(item));
  const written = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(written.map(([key, child]) => [key, withoutNulls(child)]));
}

function strip(value: JsonValue, path: readonly PathSegment[], unknown: ReadonlySet<string>): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => strip(item, [...path, i], unknown));
  const kept = Object.entries(value).filter(([key]) => !unknown.has(pathKey([...path, key])));
  return Object.fromEntries(kept.map(([key, child]) => [key, strip(child, [...path, key], unknown)]));
}

function pathKey(path: readonly PathSegment[]): string {
  return JSON.stringify(path.map(String));
}
