import { isJsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';

/** Whether two values are the same data; the order of keys does not matter. */
export function deepEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((value: JsonValue, index) => deepEqual(value, right[index] as JsonValue))
    );
  }
  if (!isJsonMap(left) || !isJsonMap(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => {
    const one = left[key];
    const other = Object.hasOwn(right, key) ? right[key] : undefined;
    return one !== undefined && other !== undefined && deepEqual(one, other);
  });
}
