import { isSameJson } from '../../../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { propertySchema, type Schema } from '../schema/schema.ts';

/** A value and the one it replaces, at the same place. What did not change is not refused anew. */
export class Correlation {
  private readonly value: JsonValue;
  private readonly old: JsonValue;
  private readonly schema: Schema;
  private same: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, schema: Schema) {
    this.value = value;
    this.old = old;
    this.schema = schema;
  }

  unchanged(): boolean {
    this.same ??= sameData(this.value, this.old, this.schema);
    return this.same;
  }

  key(key: string): Correlation | undefined {
    const schema = propertySchema(this.schema, key);
    if (schema === undefined || !isJsonMap(this.value) || !isJsonMap(this.old)) return undefined;
    const value = Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    const old = Object.hasOwn(this.old, key) ? this.old[key] : undefined;
    return value === undefined || old === undefined ? undefined : new Correlation(value, old, schema);
  }

  index(index: number): Correlation | undefined {
    if (this.schema.items === undefined || !Array.isArray(this.value) || !Array.isArray(this.old)) {
      return undefined;
    }
    const value = (this.value as readonly JsonValue[])[index];
    if (value === undefined) return undefined;
    const old = counterpart(value, this.old as readonly JsonValue[], this.schema);
    return old === undefined ? undefined : new Correlation(value, old, this.schema.items);
  }
}

/** The item of an old list with the same keys; only lists of the type `map` have such items. */
export function counterpart(
  item: JsonValue,
  old: readonly JsonValue[],
  schema: Schema,
): JsonValue | undefined {
  if (schema.listType !== 'map' || schema.listMapKeys.length === 0 || !isJsonMap(item)) return undefined;
  const key = compositeKey(item, schema.listMapKeys);
  if (key === undefined) return undefined;
  return old.find((other) => isJsonMap(other) && compositeKey(other, schema.listMapKeys) === key);
}

/** Undefined where a key is absent or not a scalar. */
function compositeKey(item: JsonMap, keys: readonly string[]): string | undefined {
  const values: JsonValue[] = [];
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    values.push(value);
  }
  return JSON.stringify(values);
}

function sameData(value: JsonValue, old: JsonValue, schema: Schema): boolean {
  if (!Array.isArray(value) || !Array.isArray(old) || schema.listType !== 'map')
    return isSameJson(value, old);
  if (value.length !== old.length) return false;
  return (value as readonly JsonValue[]).every((item) => {
    const other = counterpart(item, old as readonly JsonValue[], schema);
    return other !== undefined && isSameJson(item, other);
  });
}
