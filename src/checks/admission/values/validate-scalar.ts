import { isJsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { fitsFormat, isKnownFormat } from '../formats/formats.ts';
import type { Schema } from '../schema/schema.ts';
import { type Finding, invalid, tooLong, unfit, unfitWhole } from './finding.ts';
import { countCharacters, goDouble, goNumber, goQuote, isInt64 } from './go-text.ts';
import { dottedOf, type Path } from './path.ts';

const MAX_INT32 = 2 ** 31;
/** What floating-point arithmetic may lose. */
const ROUNDING = 1e-9;
const MAX_FLOAT32 = 3.4028235677973366e38;

/** The JSON type of a value, as the API server's validator calls it. */
export function jsonTypeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonMap(value)) return 'object';
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}

/** Whether a number with a fraction part is a whole one after all. */
export function isWhole(value: JsonValue): boolean {
  return Number.isSafeInteger(value);
}

/** Limits of a text, the first that it breaks, and its format. */
export function stringFindings(value: string, schema: Schema, path: Path | undefined): readonly Finding[] {
  const limit = limitFinding(value, schema, path);
  const found = limit === undefined ? [] : [limit];
  if (isKnownFormat(schema) && !fitsFormat(schema.format, value)) {
    const detail = `${dottedOf(path)} in body must be of type ${schema.format}: ${goQuote(value)}`;
    const message = `Invalid value: ${goQuote(value)}: ${detail}`;
    found.push({ reason: 'value', path, message, blocking: true });
  }
  return found;
}

function limitFinding(value: string, { values }: Schema, path: Path | undefined): Finding | undefined {
  const { maxLength, minLength, pattern } = values;
  if (maxLength !== undefined && countCharacters(value) > maxLength) return tooLong(path, maxLength);
  if (minLength !== undefined && countCharacters(value) < minLength) {
    return unfit(path, value, `should be at least ${minLength} chars long`);
  }
  if (pattern !== undefined && !pattern.read.test(value)) {
    return unfit(path, value, `should match '${pattern.source}'`);
  }
  return undefined;
}

export function numberFindings(value: number, schema: Schema, path: Path | undefined): readonly Finding[] {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema.values;
  const found: Finding[] = [];
  const range = rangeProblem(value, schema);
  if (range !== undefined)
    found.push(unfitWhole(path, `Checked value must be of type ${range} in ${dottedOf(path)}`));
  // Whole numbers are compared as such: the limit loses its fraction.
  const limit = (bound: number): number => (isInt64(value) ? Math.trunc(bound) : bound);
  const words = (bound: number): string => (isInt64(value) ? goNumber(limit(bound)) : goDouble(bound));
  if (multipleOf !== undefined) found.push(...multipleFindings(value, limit(multipleOf), path));
  if (minimum !== undefined && (value < limit(minimum) || (exclusiveMinimum && value === limit(minimum)))) {
    const relation = exclusiveMinimum ? 'greater than' : 'greater than or equal to';
    found.push(unfit(path, value, `should be ${relation} ${words(minimum)}`));
  }
  if (maximum !== undefined && (value > limit(maximum) || (exclusiveMaximum && value === limit(maximum)))) {
    const relation = exclusiveMaximum ? 'less than' : 'less than or equal to';
    found.push(unfit(path, value, `should be ${relation} ${words(maximum)}`));
  }
  return found;
}

/** The type and format whose range a number leaves. */
function rangeProblem(value: number, { types, format }: Schema): string | undefined {
  if (types.length !== 1) return undefined;
  if (types[0] === 'integer') {
    if (format === 'int32' && (!Number.isInteger(value) || value >= MAX_INT32 || value < -MAX_INT32)) {
      return 'integer with format int32';
    }
    if (isInt64(value)) return undefined;
    return format === 'int64' ? 'integer with format int64' : 'integer (default format)';
  }
  return types[0] === 'number' && format === 'float' && Math.abs(value) > MAX_FLOAT32
    ? 'number with format float'
    : undefined;
}

function multipleFindings(value: number, factor: number, path: Path | undefined): readonly Finding[] {
  if (factor <= 0) {
    const detail = `factor MultipleOf declared for ${dottedOf(path)} must be positive: ${goNumber(factor)}`;
    return [invalid(path, factor, detail)];
  }
  return isMultiple(value, factor) ? [] : [unfit(path, value, `should be a multiple of ${goNumber(factor)}`)];
}

function isMultiple(value: number, factor: number): boolean {
  if (isInt64(value)) return value % factor === 0;
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  const near = Math.abs(times - Math.round(times)) < ROUNDING * Math.max(1, Math.abs(times));
  return Math.abs(times) <= Number.MAX_SAFE_INTEGER && near;
}
