import type { JsonValue } from '../../../../src/diagnostics/json-value.ts';
import type { Case } from './case.ts';
import { type Edit, edited, pointerOf } from './edit.ts';
import { FORMATS, PATTERNS } from './samples.ts';
import type { Schema } from './schema.ts';

export interface MutateOptions {
  readonly base: string;
  readonly object: JsonValue;
  readonly schema: Schema;
  /** `sparse`: one break of each keyword and its bounds; `dense`: also null, spellings, odd values. */
  readonly density: 'sparse' | 'dense';
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly value: JsonValue;
  readonly dense: boolean;
}

type Mutation = readonly [what: string, value: JsonValue];

/** Breaks and bounds of every keyword of every field that the object uses. */
export function mutationsOf(options: MutateOptions): Case[] {
  const cases: Case[] = [];
  const add = (title: string, edits: readonly Edit[]) => cases.push({ title, base: options.base, edits });
  const walk = (place: Place): void => {
    const pointer = pointerOf(place.path);
    const at = pointer === '' ? '/' : pointer;
    for (const [what, value] of valuesFor(place)) add(`${at} ${what}`, [[pointer, value]]);
    for (const name of place.schema.required ?? [])
      add(`${at} without ${name}`, [[pointerOf([...place.path, name])]]);
    for (const [what, edit] of fieldsFor(place)) add(`${at} ${what}`, [edit]);
    for (const child of childrenOf(place)) walk(child);
  };
  for (const child of childrenOf({
    path: [],
    schema: options.schema,
    value: options.object,
    dense: options.density === 'dense',
  }))
    if (child.path[0] === 'spec') walk(child);
  return distinct(cases, options.object);
}

function childrenOf({ path, schema, value, dense }: Place): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value
      .slice(0, 1)
      .map((item: JsonValue) => ({ path: [...path, 0], schema: schema.items ?? {}, value: item, dense }));
  const found: Place[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const own = schema.properties?.[key];
    if (own !== undefined) found.push({ path: [...path, key], schema: own, value: inner, dense });
    else if (
      typeof schema.additionalProperties === 'object' &&
      found.every((place) => schema.properties?.[String(place.path.at(-1))] !== undefined)
    )
      found.push({ path: [...path, key], schema: schema.additionalProperties, value: inner, dense });
  }
  return found;
}

function valuesFor(place: Place): Mutation[] {
  const { schema, dense } = place;
  const found: Mutation[] = [];
  if (dense || schema.nullable === true) found.push(['null', null]);
  found.push(...wrongTypes(place));
  if (schema.enum !== undefined || schema.allOf !== undefined) found.push(...enumsFor(schema, dense));
  if (typeof place.value === 'string') found.push(...textsFor(schema, place.value, dense));
  if (schema.type === 'integer' || schema.type === 'number') found.push(...numbersFor(schema, dense));
  if (Array.isArray(place.value)) found.push(...listsFor(schema, place.value, dense));
  if (schema['x-kubernetes-int-or-string'] === true)
    for (const value of [
      0,
      -1,
      7,
      '5',
      '50%',
      'x',
      '',
      2147483648,
      ...(dense ? [9007199254740992, 1e19] : []),
    ])
      found.push([`is ${JSON.stringify(value)}`, value]);
  return found;
}

function wrongTypes({ schema, dense }: Place): Mutation[] {
  const all: readonly Mutation[] = [
    ['is a text', 'text'],
    ['is an integer', 5],
    ['is a fraction', 1.5],
    ['is a bool', true],
    ['is a list', []],
    ['is a map', {}],
    ['is the text 5', '5'],
    ['is a list of texts', ['text']],
  ];
  const wrong: Readonly<Record<string, readonly number[]>> = {
    string: dense ? [1, 2, 3, 4, 5, 7] : [1],
    integer: dense ? [0, 2, 3, 4, 6] : [2],
    number: dense ? [0, 3, 4] : [0],
    boolean: dense ? [0, 1, 4] : [0],
    object: dense ? [0, 1, 4] : [0],
    array: dense ? [0, 5, 3] : [5],
  };
  const kind = schema['x-kubernetes-int-or-string'] === true ? [2, 3, 4, 5] : wrong[schema.type ?? ''];
  return (kind ?? []).map((index) => all[index] as Mutation);
}

function enumsFor(schema: Schema, dense: boolean): Mutation[] {
  const members = schema.enum ?? schema.allOf?.flatMap((one) => one.enum ?? []) ?? [];
  const found: Mutation[] = [
    ['is none of the words', typeof members[0] === 'number' ? 4711 : 'None-of-them'],
  ];
  const first = members.find((member) => typeof member === 'string' && member !== '');
  if (dense && typeof first === 'string')
    found.push(
      [
        'is a word in other letters',
        first.toUpperCase() === first ? first.toLowerCase() : first.toUpperCase(),
      ],
      ['is an empty text', ''],
    );
  if (dense) for (const member of members.slice(1, 4)) found.push([`is ${JSON.stringify(member)}`, member]);
  return found;
}

function textsFor(schema: Schema, value: string, dense: boolean): Mutation[] {
  const found: Mutation[] = [];
  const samples = schema.pattern === undefined ? undefined : PATTERNS[schema.pattern];
  for (const text of (samples?.bad ?? []).slice(0, dense ? undefined : 1))
    found.push([`is ${JSON.stringify(text)}`, text]);
  for (const text of (samples?.good ?? []).slice(1, dense ? undefined : 2))
    found.push([`is ${JSON.stringify(text)}`, text]);
  for (const text of (schema.format === undefined ? [] : (FORMATS[schema.format] ?? [])).slice(
    0,
    dense ? undefined : 8,
  ))
    found.push([`is ${JSON.stringify(text)}`, text]);
  const fill =
    samples === undefined || samples.good.includes('A') || samples.good.includes('Foo') ? 'x' : 'a';
  if (schema.maxLength !== undefined) {
    for (const length of [schema.maxLength, schema.maxLength + 1])
      found.push([`is ${length} long`, fill.repeat(length)]);
    if (dense)
      found.push(
        [`is ${schema.maxLength} umlauts`, 'ä'.repeat(schema.maxLength)],
        [`is ${schema.maxLength} faces`, '😀'.repeat(schema.maxLength)],
      );
  }
  if (schema.minLength !== undefined && schema.minLength > 0) {
    found.push(
      [`is ${schema.minLength} long`, fill.repeat(schema.minLength)],
      [`is ${schema.minLength - 1} long`, fill.repeat(schema.minLength - 1)],
    );
    if (dense) found.push([`is ${schema.minLength} faces`, '😀'.repeat(schema.minLength)]);
  } else if (dense && value !== '') found.push(['is an empty text', '']);
  return found;
}

function numbersFor(schema: Schema, dense: boolean): Mutation[] {
  const values = new Set<number>();
  for (const bound of [schema.minimum, schema.maximum])
    if (bound !== undefined) for (const step of [-1, 0, 1]) values.add(bound + step);
  if (schema.format === 'int32')
    for (const value of [2147483647, 2147483648, ...(dense ? [-2147483648, -2147483649] : [])])
      values.add(value);
  if (dense || schema.format === 'int64')
    for (const value of [9007199254740991, 9223372036854774784, 9223372036854775808, -9223372036854775808])
      values.add(value);
  if (dense) for (const value of [-1, 0, 1e300]) values.add(value);
  return [...values].map((value) => [`is ${value}`, value]);
}

function listsFor(schema: Schema, value: readonly JsonValue[], dense: boolean): Mutation[] {
  const found: Mutation[] = [];
  const item = value[0];
  if (dense || (schema.minItems ?? 0) > 0) found.push(['is empty', []]);
  if (item === undefined) return found;
  if (dense || schema['x-kubernetes-list-type'] === 'map' || schema['x-kubernetes-list-type'] === 'set')
    found.push(['has an item twice', [item, item]], ['has an item three times', [item, item, item]]);
  if (dense)
    found.push(
      ['holds null', [null]],
      ['holds a text', ['text']],
      ['holds a list', [[]]],
      ['holds a number', [5]],
    );
  for (const size of schema.maxItems === undefined ? [] : [schema.maxItems, schema.maxItems + 1])
    found.push([
      `has ${size} items`,
      Array.from({ length: size }, (_, index) => numbered(item, schema, index)),
    ]);
  return found;
}

/** The item again under another key, so that only the count can be wrong. Without what is not required. */
function numbered(item: JsonValue, schema: Schema, index: number): JsonValue {
  if (typeof item === 'string')
    return schema.items?.enum === undefined && schema.items?.pattern === undefined
      ? `${item}${index}`.slice(-(schema.items?.maxLength ?? 1e6))
      : item;
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const copy: Record<string, JsonValue> = {};
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const required = schema.items?.required ?? [];
  for (const [key, value] of Object.entries(item))
    if (required.length === 0 || required.includes(key) || keys.includes(key)) copy[key] = value;
  const numberedKey = [...keys, 'name', 'id', 'key'].find((key) => typeof copy[key] === 'string');
  if (numberedKey !== undefined) copy[numberedKey] = `${String(copy[numberedKey])}${index}`;
  for (const key of ['deviceIndex']) if (key in copy) copy[key] = index;
  return copy;
}

function fieldsFor(place: Place): [string, Edit][] {
  const { schema, path, value, dense } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const found: [string, Edit][] = [];
  const at = (key: string) => pointerOf([...path, key]);
  if (schema.properties !== undefined)
    found.push(['has an unknown field', [at('unknownField'), { deep: [1] }]]);
  if (schema.minProperties !== undefined) found.push(['is an empty map', [pointerOf(path), {}]]);
  if (typeof schema.additionalProperties === 'object') {
    const inner = Object.values(value)[0];
    if (inner !== undefined) {
      for (const key of dense ? ['', 'a/b', 'A B', 'é', '.', '__proto__x'] : ['a/b'])
        found.push([`has the key ${JSON.stringify(key)}`, [at(key), inner]]);
      for (const size of schema.maxProperties === undefined
        ? []
        : [schema.maxProperties, schema.maxProperties + 1])
        found.push([
          `has ${size} keys`,
          [
            pointerOf(path),
            Object.fromEntries(Array.from({ length: size }, (_, index) => [`key-${index}`, inner])),
          ],
        ]);
      if (dense)
        found.push(
          ['has a key with null', [at('null-key'), null]],
          ['has a key with a map', [at('map-key'), {}]],
        );
    }
  }
  if (dense)
    for (const [key, property] of Object.entries(schema.properties ?? {}))
      if (key in value && !(schema.required ?? []).includes(key)) found.push([`without ${key}`, [at(key)]]);
      else if (!(key in value) && property.default !== undefined)
        found.push([`with ${key} null`, [at(key), null]]);
  return found;
}

/** Without those that change nothing, and without doubles. */
function distinct(cases: readonly Case[], object: JsonValue): Case[] {
  const seen = new Set([JSON.stringify(object)]);
  const titles = new Set<string>();
  return cases.filter((one) => {
    const text = JSON.stringify(edited(object, one.edits));
    if (seen.has(text) || titles.has(one.title)) return false;
    titles.add(one.title);
    return Boolean(seen.add(text));
  });
}
