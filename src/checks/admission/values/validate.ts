import { isSameJson } from '../../../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { enforcedFormat, isKnownFormat } from '../formats/formats.ts';
import type { Schema } from '../schema/schema.ts';
import type { Correlation } from './correlation.ts';
import { type Finding, required, tooMany, unfit, unfitWhole, unsupported, wrongType } from './finding.ts';
import { dottedOf, childOf, type Path } from './path.ts';
import { Result } from './result.ts';
import { isWhole, jsonTypeOf, numberFindings, stringFindings } from './validate-scalar.ts';

/** A value with the schema it is compared with. */
interface Visit {
  readonly value: JsonValue;
  readonly schema: Schema;
  readonly path: Path | undefined;
  /** Of an update, as far as the old value has a counterpart. */
  readonly correlation: Correlation | undefined;
}

/** What the validator calls numbers where a format is asked for. */
const FORMATS_OF_TYPES: ReadonlyMap<string, string> = new Map([
  ['integer', 'int64'],
  ['number', 'float64'],
]);

/** Compares a value with a schema: everything but unknown fields, uniqueness of lists, metadata and rules. */
export function validate(visit: Visit): Result {
  const result = validateNode(visit);
  if (result.valid || visit.correlation?.unchanged() !== true) return result;
  const forgiven = new Result();
  forgiven.matches = result.matches;
  return forgiven;
}

function validateNode(visit: Visit): Result {
  const { value, schema } = visit;
  const result = new Result();
  const typed = typeResult(visit);
  result.merge(typed);
  if (value === null) {
    addEnum(visit, result);
    return result;
  }
  if (schema.types.length > 0) result.matches += 1;
  result.merge(combined(visit));
  result.matches += 1;
  if (typeof value === 'string') {
    result.add(...stringFindings(value, schema, visit.path));
    result.matches += isKnownFormat(schema) ? 2 : 1;
  }
  if (typeof value === 'number') {
    result.add(...numberFindings(value, schema, visit.path));
    result.matches += 2;
  }
  if (Array.isArray(value)) result.merge(listResult({ ...visit, value: value as readonly JsonValue[] }));
  addEnum(visit, result);
  result.matches += 1;
  if (isJsonMap(value)) result.merge(mapResult({ ...visit, value }));
  result.matches += 1;
  return result;
}

function typeResult({ value, schema, path }: Visit): Result {
  const result = new Result();
  if (schema.types.length === 0 || isOfType(value, schema)) {
    if (schema.types.length > 0 || value === null) result.matches += 1;
    return result;
  }
  result.add(typeFinding(value, schema, path));
  return result;
}

function typeFinding(value: JsonValue, schema: Schema, path: Path | undefined): Finding {
  const format = enforcedFormat(schema);
  if (format === '' || typeof value === 'string' || value === null) {
    return wrongType(path, schema.types.join(','), jsonTypeOf(value));
  }
  return wrongType(path, format, FORMATS_OF_TYPES.get(jsonTypeOf(value)) ?? '');
}

function isOfType(value: JsonValue, { types, nullable }: Schema): boolean {
  if (value === null) return nullable;
  const type = jsonTypeOf(value);
  if (types.includes(type)) return true;
  if (type === 'integer') return types.includes('number');
  return type === 'number' && types.includes('integer') && isWhole(value);
}

function addEnum({ value, schema, path }: Visit, result: Result): void {
  const allowed = schema.values.enum;
  if (allowed.length === 0) return;
  // Null is never one of them, even where the list has it.
  if (value !== null && allowed.some((one) => isSameJson(one, value))) return;
  result.add(unsupported(path, value, allowed));
}

function listResult({ value, schema, path, correlation }: Visit & { value: readonly JsonValue[] }): Result {
  const result = new Result();
  const { items } = schema;
  if (items !== undefined) {
    value.forEach((item, index) => {
      const visit = { value: item, schema: items, path: childOf(path, index) };
      result.merge(validate({ ...visit, correlation: correlation?.index(index) }));
    });
  }
  const { minItems, maxItems, uniqueItems } = schema.values;
  if (minItems !== undefined && value.length < minItems) {
    result.add(unfit(path, value.length, `should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) result.add(tooMany(path, value.length, maxItems));
  if (uniqueItems && hasDuplicates(value)) {
    result.add(unfitWhole(path, `${dottedOf(path)} in body shouldn't contain duplicates`));
  }
  result.matches += 2;
  return result;
}

function hasDuplicates(values: readonly JsonValue[]): boolean {
  return values.some((value, index) => values.slice(0, index).some((other) => isSameJson(value, other)));
}

function mapResult({ value, schema, path, correlation }: Visit & { value: JsonMap }): Result {
  const result = new Result();
  const { minProperties, maxProperties } = schema.values;
  const keys = Object.keys(value);
  if (minProperties !== undefined && keys.length < minProperties) {
    result.add(unfit(path, keys.length, `should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    result.add(tooMany(path, keys.length, maxProperties));
  }
  for (const key of keys) {
    const below = schema.properties?.get(key) ?? schema.additional;
    const at = childOf(path, key);
    if (below === false) {
      result.add(unfit(path, key, `${dottedOf(at)} is a forbidden property`));
    } else if (typeof below === 'object') {
      const own = isTypeMeta(key, path) ? undefined : correlation?.key(key);
      result.merge(validate({ value: value[key] ?? null, schema: below, path: at, correlation: own }));
    }
  }
  for (const key of schema.values.required) {
    if (!Object.hasOwn(value, key)) result.add(required(childOf(path, key)));
  }
  result.matches += 1;
  return result;
}

/** Changes there cannot be seen: both sides were converted to the same version. */
function isTypeMeta(key: string, path: Path | undefined): boolean {
  return path === undefined && (key === 'apiVersion' || key === 'kind');
}

/** allOf, anyOf, oneOf and not. */
function combined(visit: Visit): Result {
  const { schema, path } = visit;
  const result = new Result();
  const compare = (other: Schema): Result => validateNode({ ...visit, schema: other });
  if (schema.anyOf.length > 0) addAnyOf(schema.anyOf.map(compare), visit, result);
  if (schema.oneOf.length > 0) addOneOf(schema.oneOf.map(compare), visit, result);
  if (schema.allOf.length > 0) {
    const results = schema.allOf.map(compare);
    for (const one of results) result.merge(one);
    const failed = results.filter((one) => !one.valid).length;
    if (failed > 0) {
      const none = failed === results.length ? '. None validated' : '';
      result.add(unfitWhole(path, `"${dottedOf(path)}" must validate all the schemas (allOf)${none}`));
    }
  }
  if (schema.not !== undefined && compare(schema.not).valid) {
    result.add(unfitWhole(path, `"${dottedOf(path)}" must not validate the schema (not)`));
  }
  result.matches += 1;
  return result;
}

function addAnyOf(results: readonly Result[], { path }: Visit, result: Result): void {
  const success = results.find((one) => one.valid);
  if (success === undefined) {
    result.add(unfitWhole(path, `"${dottedOf(path)}" must validate at least one schema (anyOf)`));
  }
  const told = success ?? bestOf(results);
  if (told !== undefined) result.merge(told);
}

function addOneOf(results: readonly Result[], { path }: Visit, result: Result): void {
  const valid = results.filter((one) => one.valid);
  if (valid.length !== 1) {
    const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    result.add(
      unfitWhole(path, `"${dottedOf(path)}" must validate one and only one schema (oneOf). ${found}`),
    );
  }
  const told = valid.length === 0 ? bestOf(results) : valid[0];
  if (told !== undefined && valid.length < 2) result.merge(told);
}

function bestOf(results: readonly Result[]): Result | undefined {
  let best: Result | undefined;
  for (const one of results) if (best === undefined || one.matches > best.matches) best = one;
  return best;
}
