import type { JsonValue } from '../../../diagnostics/json-value.ts';
import type { Pattern } from '../patterns/re2-pattern.ts';

/** One node of a structural schema, read once. */
export interface Schema {
  /** JSON pointer from the root of the schema. */
  readonly pointer: string;
  /** Empty for any type; `integer` and `string` for int-or-string. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly intOrString: boolean;
  readonly preservesUnknown: boolean;
  readonly embedded: boolean;
  /** As written; also what rules see (`date-time`). */
  readonly format: string;
  readonly defaultValue: JsonValue | undefined;
  readonly values: ValueLimits;
  readonly properties: ReadonlyMap<string, Schema> | undefined;
  /** Of properties that are not named; `true` admits anything. */
  readonly additional: Schema | boolean | undefined;
  readonly items: Schema | undefined;
  readonly allOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly not: Schema | undefined;
  /** `atomic`, `set` or `map`; empty where it is not written. */
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  readonly mapType: string;
  readonly rules: readonly SchemaRule[];
}

/** What a schema asks of a value of the right type. */
export interface ValueLimits {
  readonly enum: readonly JsonValue[];
  readonly pattern: { readonly source: string; readonly read: Pattern } | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: number | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly required: readonly string[];
}

/** One entry of `x-kubernetes-validations`, as written. */
export interface SchemaRule {
  /** JSON pointer from the root of the schema. */
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean;
}

/** The schema of a property, named or not; undefined where none is known. */
export function propertySchema(schema: Schema, key: string): Schema | undefined {
  const named = schema.properties?.get(key);
  if (named !== undefined) return named;
  return typeof schema.additional === 'object' ? schema.additional : undefined;
}
