import { isJsonMap, type JsonValue } from '../../diagnostics/json-value.ts';

/** The same value, its keys in the order of another one; those that only it has come last. */
export function inOrderOf(value: JsonValue, model: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = Array.isArray(model) ? model : [];
    return value.map((item: JsonValue, i) => inOrderOf(item, items[i]));
  }
  if (!isJsonMap(value)) return value;
  const other = isJsonMap(model) ? model : {};
  const shared = Object.keys(other).filter((key) => Object.hasOwn(value, key));
  const own = Object.keys(value).filter((key) => !Object.hasOwn(other, key));
  return Object.fromEntries(
    [...shared, ...own].map((key) => [
      key,
      inOrderOf(value[key] ?? null, Object.hasOwn(other, key) ? other[key] : undefined),
    ]),
  );
}
