import { isJsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';

/** Whether a value nests at most so many lists and maps. */
export function isWithinDepth(value: JsonValue, limit: number): boolean {
  if (Array.isArray(value)) {
    return limit > 0 && (value as readonly JsonValue[]).every((item) => isWithinDepth(item, limit - 1));
  }
  return (
    !isJsonMap(value) || (limit > 0 && Object.values(value).every((item) => isWithinDepth(item, limit - 1)))
  );
}
