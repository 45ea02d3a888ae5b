import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { parseLooseDuration } from '../formats/dates.ts';
import type { Schema } from '../schema/schema.ts';
import { withObjectMeta } from './object-meta.ts';
import { escapeName, unescapeName } from './property-name.ts';
import { parseDateTime } from './date-time.ts';
import { CelDuration, CelError, CelList, type CelMap, type CelValue, type ListKind } from './values.ts';
import { base64ErrorAt, decodeBase64 } from './base64.ts';

/** A part of an object as expressions see it, by its schema. Parts are made when they are asked for. */
export function fromJson(value: JsonValue, schema: Schema): CelValue {
  if (value === null) {
    if (schema.nullable) return null;
    throw new CelError('invalid data, got null for schema with nullable=false');
  }
  if (schema.intOrString) {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
    throw new CelError('invalid data, expected XIntOrString value to be either a string or integer');
  }
  switch (schema.types[0]) {
    case 'object':
      if (!isJsonMap(value)) throw expected('a map for the provided schema with type=object');
      return new ObjectMap(value, schema.embedded ? metaSchema(schema) : schema);
    case 'array':
      return listFromJson(value, schema);
    case 'string':
      if (typeof value !== 'string') throw expected('string');
      return textFromJson(value, schema.format);
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) throw expected('int');
      return BigInt(value);
    case 'number':
      if (typeof value !== 'number') throw expected('float');
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') throw expected('bool');
      return value;
    default:
      return untyped(value);
  }
}

const META_SCHEMAS = new WeakMap<Schema, Schema>();

/** Made once for each object inside an object. */
function metaSchema(schema: Schema): Schema {
  const made = META_SCHEMAS.get(schema) ?? withObjectMeta(schema);
  META_SCHEMAS.set(schema, made);
  return made;
}

/** What there is no schema for can only be compared. */
function untyped(value: JsonValue): CelValue {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return new CelList(items.length, (index) => untyped(items[index] ?? null));
  }
  if (isJsonMap(value)) return new UntypedMap(value);
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  return value as string | number | boolean | null;
}

function expected(what: string): CelError {
  return new CelError(`invalid data, expected ${what}`);
}

function listFromJson(value: JsonValue, schema: Schema): CelList {
  if (!Array.isArray(value)) throw expected('an array for the provided schema with type=array');
  const { items } = schema;
  if (items === undefined) throw new CelError('invalid array type, expected Items with a non-empty Schema');
  const raw = value as readonly JsonValue[];
  return new CelList(raw.length, (index) => fromJson(raw[index] ?? null, items), kindOf(schema));
}

function kindOf({ listType, listMapKeys }: Schema): ListKind {
  if (listType === 'set') return { type: 'set', keys: [] };
  return listType === 'map' ? { type: 'map', keys: listMapKeys } : { type: 'atomic', keys: [] };
}

function textFromJson(text: string, format: string): CelValue {
  if (format === 'duration') {
    const nanoseconds = parseLooseDuration(text);
    if (nanoseconds === undefined)
      throw new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`);
    return new CelDuration(nanoseconds);
  }
  if (format === 'date' || format === 'date-time') {
    const time = parseDateTime(format === 'date' ? `${text}T00:00:00Z` : text);
    if (time === undefined) throw new CelError(`Invalid ${format} formatted string ${text}`);
    return time;
  }
  if (format !== 'byte') return text;
  const bytes = decodeBase64(text);
  if (bytes === undefined) {
    const place = `illegal base64 data at input byte ${base64ErrorAt(text)}`;
    throw new CelError(`Invalid byte formatted string ${text}: ${place}`);
  }
  return bytes;
}

/** A map of the object: one with named properties, whose names are escaped, or one with any keys. */
class ObjectMap implements CelMap {
  readonly isCelMap = true;
  readonly data: JsonMap;
  private readonly schema: Schema;
  private readonly named: boolean;
  private readonly made = new Map<string, CelValue>();

  constructor(data: JsonMap, schema: Schema) {
    this.data = data;
    this.schema = schema;
    this.named = schema.embedded || schema.properties !== undefined;
  }

  get size(): number {
    return Object.keys(this.data).length;
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.data)
      .filter((key) => this.below(key) !== undefined)
      .map((key) => (this.named ? (escapeName(key) ?? key) : key));
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') throw new CelError('no such overload');
    const name = this.named ? unescapeName(key) : key;
    if (name === undefined || !Object.hasOwn(this.data, name)) return undefined;
    const known = this.made.get(name);
    if (known !== undefined) return known;
    const value = this.data[name] ?? null;
    const schema = this.below(name);
    // A null of a nullable property is as good as an absent one.
    if (schema === undefined || (this.named && value === null)) return undefined;
    const made = fromJson(value, schema);
    this.made.set(name, made);
    return made;
  }

  private below(name: string): Schema | undefined {
    if (this.named) return this.schema.properties?.get(name);
    return typeof this.schema.additional === 'object' ? this.schema.additional : undefined;
  }
}

class UntypedMap implements CelMap {
  readonly isCelMap = true;
  readonly data: JsonMap;

  constructor(data: JsonMap) {
    this.data = data;
  }

  get size(): number {
    return Object.keys(this.data).length;
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.data);
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.data, key)) return undefined;
    return untyped(this.data[key] ?? null);
  }
}
