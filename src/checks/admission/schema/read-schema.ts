import { jsonPointer } from '../../../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import type { CrdProblem } from '../../../model/admission.ts';
import { readPattern } from '../patterns/re2-pattern.ts';
import { fieldOf, isTrue, listOf, mapOf, numberOf, textOf, textsOf } from './read-fields.ts';
import type { Schema, SchemaRule, ValueLimits } from './schema.ts';

export interface SchemaReading {
  readonly schema: Schema;
  readonly problems: readonly CrdProblem[];
}

const MAX_DEPTH = 100;
const MAX_NODES = 100_000;
/** What a structural schema does not have; an API server refuses a CRD with it. */
const UNSUPPORTED = ['$ref', 'definitions', 'dependencies', 'patternProperties', 'additionalItems'];
const TYPES = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);

interface Reader {
  readonly problems: CrdProblem[];
  nodes: number;
}

/** Reads `openAPIV3Schema`. What it does not understand is left out and told. */
export function readSchema(value: JsonValue): SchemaReading {
  const reader: Reader = { problems: [], nodes: 0 };
  const schema = readNode(value, { pointer: '', depth: 0 }, reader);
  return { schema, problems: reader.problems };
}

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

function below(place: Place, ...tokens: readonly (string | number)[]): Place {
  return { pointer: place.pointer + jsonPointer(...tokens), depth: place.depth + 1 };
}

function readNode(value: JsonValue | undefined, place: Place, reader: Reader): Schema {
  reader.nodes += 1;
  if (place.depth > MAX_DEPTH || reader.nodes > MAX_NODES) {
    const limit = place.depth > MAX_DEPTH ? `${MAX_DEPTH} levels deep` : `${MAX_NODES} schemas`;
    const known = reader.problems.some((problem) => problem.fatal);
    if (!known) problem(reader, place, `The schema goes on beyond ${limit}.`, true);
    return schemaOf({}, place, reader);
  }
  if (!isJsonMap(value)) {
    problem(reader, place, 'A schema has to be a map.');
    return schemaOf({}, place, reader);
  }
  for (const key of UNSUPPORTED) {
    if (fieldOf(value, key) === undefined) continue;
    problem(reader, place, `\`${key}\` is not part of a structural schema; it is not checked.`);
  }
  return schemaOf(value, place, reader);
}

function problem(reader: Reader, place: Place, message: string, fatal = false): void {
  reader.problems.push({ pointer: place.pointer, message, fatal });
}

function schemaOf(map: JsonMap, place: Place, reader: Reader): Schema {
  const intOrString = isTrue(map, 'x-kubernetes-int-or-string');
  return {
    pointer: place.pointer,
    types: intOrString ? ['integer', 'string'] : typesOf(map, place, reader),
    nullable: isTrue(map, 'nullable'),
    intOrString,
    preservesUnknown: isTrue(map, 'x-kubernetes-preserve-unknown-fields'),
    embedded: isTrue(map, 'x-kubernetes-embedded-resource'),
    format: textOf(map, 'format'),
    defaultValue: fieldOf(map, 'default') ?? undefined,
    values: limitsOf(map, place, reader),
    properties: propertiesOf(map, place, reader),
    additional: additionalOf(map, place, reader),
    items: optional(map, 'items', place, reader),
    allOf: alternatives(map, 'allOf', place, reader),
    anyOf: alternatives(map, 'anyOf', place, reader),
    oneOf: alternatives(map, 'oneOf', place, reader),
    not: optional(map, 'not', place, reader),
    listType: textOf(map, 'x-kubernetes-list-type'),
    listMapKeys: textsOf(map, 'x-kubernetes-list-map-keys'),
    mapType: textOf(map, 'x-kubernetes-map-type'),
    rules: listOf(map, 'x-kubernetes-validations').flatMap((rule, index) =>
      ruleOf(rule, below(place, 'x-kubernetes-validations', index)),
    ),
  };
}

function typesOf(map: JsonMap, place: Place, reader: Reader): readonly string[] {
  const written = fieldOf(map, 'type');
  if (written === undefined || written === '') return [];
  if (typeof written === 'string' && TYPES.has(written)) return [written];
  problem(reader, below(place, 'type'), 'Not a type of a schema; any value is admitted here.');
  return [];
}

function propertiesOf(map: JsonMap, place: Place, reader: Reader): ReadonlyMap<string, Schema> | undefined {
  const written = mapOf(map, 'properties');
  if (written === undefined) return undefined;
  return new Map(
    Object.entries(written).map(([name, schema]) => [
      name,
      readNode(schema, below(place, 'properties', name), reader),
    ]),
  );
}

function additionalOf(map: JsonMap, place: Place, reader: Reader): Schema | boolean | undefined {
  const written = fieldOf(map, 'additionalProperties');
  if (written === undefined || written === null) return undefined;
  return typeof written === 'boolean'
    ? written
    : readNode(written, below(place, 'additionalProperties'), reader);
}

function optional(map: JsonMap, key: string, place: Place, reader: Reader): Schema | undefined {
  const written = fieldOf(map, key);
  return written === undefined || written === null ? undefined : readNode(written, below(place, key), reader);
}

function alternatives(map: JsonMap, key: string, place: Place, reader: Reader): readonly Schema[] {
  return listOf(map, key).map((schema, index) => readNode(schema, below(place, key, index), reader));
}

function limitsOf(map: JsonMap, place: Place, reader: Reader): ValueLimits {
  return {
    enum: listOf(map, 'enum'),
    pattern: patternOf(map, place, reader),
    minimum: numberOf(map, 'minimum'),
    maximum: numberOf(map, 'maximum'),
    exclusiveMinimum: isTrue(map, 'exclusiveMinimum'),
    exclusiveMaximum: isTrue(map, 'exclusiveMaximum'),
    multipleOf: numberOf(map, 'multipleOf'),
    minLength: numberOf(map, 'minLength'),
    maxLength: numberOf(map, 'maxLength'),
    minItems: numberOf(map, 'minItems'),
    maxItems: numberOf(map, 'maxItems'),
    uniqueItems: isTrue(map, 'uniqueItems'),
    minProperties: numberOf(map, 'minProperties'),
    maxProperties: numberOf(map, 'maxProperties'),
    required: textsOf(map, 'required'),
  };
}

function patternOf(map: JsonMap, place: Place, reader: Reader): ValueLimits['pattern'] {
  const source = textOf(map, 'pattern');
  if (source === '') return undefined;
  const reading = readPattern(source);
  if ('pattern' in reading) return { source, read: reading.pattern };
  const message = `The pattern \`${source}\` ${reading.problem}; values are not compared with it.`;
  problem(reader, below(place, 'pattern'), message);
  return undefined;
}

function ruleOf(value: JsonValue, { pointer }: Place): SchemaRule[] {
  if (!isJsonMap(value)) return [];
  const rule: SchemaRule = {
    pointer,
    rule: textOf(value, 'rule'),
    message: textOf(value, 'message'),
    messageExpression: textOf(value, 'messageExpression'),
    reason: textOf(value, 'reason'),
    fieldPath: textOf(value, 'fieldPath'),
    optionalOldSelf: isTrue(value, 'optionalOldSelf'),
  };
  return rule.rule.trim() === '' ? [] : [rule];
}
