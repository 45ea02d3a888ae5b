import { isJsonMap, type JsonValue } from './json-value.ts';

/** Whether two values are equal. The order of keys has no meaning, and an undefined entry is none. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (isJsonMap(one) && isJsonMap(other)) {
    const keys = Object.keys(one).filter((key) => one[key] !== undefined);
    const count = Object.keys(other).filter((key) => other[key] !== undefined).length;
    return (
      keys.length === count &&
      keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
    );
  }
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return (
    one.length === other.length && one.every((item: JsonValue, i) => isSameJson(item, other[i] as JsonValue))
  );
}
