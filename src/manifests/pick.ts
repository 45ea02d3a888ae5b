import type * as z from 'zod';

type Pick = (value: unknown) => unknown;
type Data = Readonly<Record<string, unknown>>;

/**
 * A function that copies of any value what a schema knows, without checking anything. In the copy, keys come in the
 * schema's order and nulls are absent, as the API server takes them; so equal things have equal JSON. Validation costs ten
 * times as much, and the pods of a dump differ in little that anybody reads.
 */
export function pickerOf(schema: z.core.$ZodType): Pick {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectPicker(Object.entries(def.shape).map(([key, one]) => [key, pickerOf(one)]));
    case 'array': {
      const pick = pickerOf(def.element);
      return (value) => (Array.isArray(value) ? value.map(pick) : leaf(value));
    }
    case 'record':
      return recordPicker((def.valueType as z.core.$ZodTypes)._zod.def.type === 'string');
    case 'optional':
      return pickerOf(def.innerType);
    case 'pipe':
      return pickerOf(def.in);
    default:
      return leaf;
  }
}

function objectPicker(fields: readonly (readonly [key: string, pick: Pick])[]): Pick {
  const keys = fields.map(([key]) => key);
  const picks = fields.map(([, pick]) => pick);
  return (value) => {
    if (!isMap(value)) return leaf(value);
    const picked: Record<string, unknown> = {};
    // Loops that allocate nothing: this runs for everything there is in a dump.
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      const child = value[key];
      if (child !== null && child !== undefined) picked[key] = (picks[i] as Pick)(child);
    }
    return picked;
  };
}

/** Go decodes null into the empty text, and into the quantity zero. */
function recordPicker(holdsTexts: boolean): Pick {
  return (value) => {
    if (!isMap(value)) return leaf(value);
    const picked: Record<string, unknown> = {};
    for (const key in value) {
      // It would set the prototype, and is no valid key of anything.
      if (key === '__proto__') continue;
      const child = value[key];
      picked[key] = child === null ? (holdsTexts ? '' : '0') : leaf(child);
    }
    return picked;
  };
}

/** Where a plain value belongs, a map or list is a mistake, however large it is. */
function leaf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

export function isMap(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Test = (picked: unknown) => boolean;

/**
 * A test whether a picked value has the types that a schema wants, ten times as fast as the schema's own. There is none
 * for a schema that does more than that. Where the test fails, the schema knows why.
 */
export function typeTestOf(schema: z.core.$ZodType): Test | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ((def.checks ?? []).length > 0) return undefined;
  switch (def.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === def.type;
    case 'optional':
      return typeTestOf(def.innerType);
    case 'array': {
      const test = typeTestOf(def.element);
      return test && ((value) => Array.isArray(value) && value.every(test));
    }
    case 'record': {
      const test = typeTestOf(def.valueType);
      return test && ((value) => isMap(value) && everyValue(value, test));
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, one]) => ({
        key,
        test: typeTestOf(one),
        isOptional: one._zod.def.type === 'optional',
      }));
      if (fields.some(({ test }) => test === undefined)) return undefined;
      return (value) => {
        if (!isMap(value)) return false;
        for (const { key, test, isOptional } of fields) {
          const child = value[key];
          if (child === undefined ? !isOptional : test?.(child) !== true) return false;
        }
        return true;
      };
    }
    default:
      return undefined;
  }
}

function everyValue(map: Data, test: Test): boolean {
  for (const key in map) if (!test(map[key])) return false;
  return true;
}
