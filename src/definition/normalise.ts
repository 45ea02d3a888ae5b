import type * as z from 'zod';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedList, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { Layer, Origin } from '../diagnostics/origin.ts';
import type { PartPath } from '../diagnostics/without-parts.ts';
import { type FieldTraits, type Place, type Spelling, traitsOf } from './field-traits.ts';
import { renameKeyFix } from '../diagnostics/entry-fixes.ts';
import { normaliseText } from './normalise-text.ts';
import { unwrapSchema } from './unwrap-schema.ts';

export interface Normalised {
  /** Canonical keys and shapes, text where text is wanted, every origin with its layer. `null` stays. */
  readonly value: LocatedValue;
  readonly diagnostics: readonly Diagnostic[];
  /** What the errors among the diagnostics are about. */
  readonly faulty: readonly PartPath[];
}

interface Run {
  readonly layer: Layer;
  readonly diagnostics: Diagnostic[];
  readonly faulty: PartPath[];
  /** Where the visit is. */
  readonly path: PathSegment[];
}

type Schema = z.core.$ZodTypes;

const NO_SPELLINGS: Readonly<Record<string, Spelling>> = {};

/**
 * Brings what is written into canonical form along its schema: accepted spellings and shapes become the schema's, and
 * unquoted scalars become text where text is wanted. What is still wrong afterwards is for the schema to say.
 */
export function normalise(
  schema: z.core.$ZodType,
  value: LocatedValue,
  place: Place,
  layer: Layer,
): Normalised {
  const run: Run = { layer, diagnostics: [], faulty: [], path: [] };
  return { value: visit(schema, value, place, run), diagnostics: run.diagnostics, faulty: run.faulty };
}

function visit(wrapped: z.core.$ZodType, written: LocatedValue, place: Place, outer: Run): LocatedValue {
  const { schema, traits } = fieldOf(wrapped);
  const run = traits.layer === undefined ? outer : { ...outer, layer: traits.layer(place.key) };
  if (written.kind === 'scalar' && written.value === null) return tag(written, run);
  const reshaped = traits.reshape?.(written);
  if (reshaped?.faultyItems !== undefined) {
    run.diagnostics.push(...reshaped.diagnostics);
    for (const item of reshaped.faultyItems) run.faulty.push([...run.path, item]);
  } else if (reshaped !== undefined) {
    report(reshaped.diagnostics, run);
  }
  const value = visitShape(schema, traits, reshaped?.value ?? written, place, run);
  if (traits.check !== undefined) report([...traits.check(value, place)], run);
  return value;
}

function report(found: readonly Diagnostic[], run: Run): void {
  if (found.length === 0) return;
  run.diagnostics.push(...found);
  if (found.some(({ severity }) => severity === 'error')) run.faulty.push([...run.path]);
}

function visitAt(
  segment: PathSegment,
  schema: z.core.$ZodType,
  value: LocatedValue,
  place: Place,
  run: Run,
): LocatedValue {
  run.path.push(segment);
  const visited = visit(schema, value, place, run);
  run.path.pop();
  return visited;
}

function visitShape(
  schema: Schema,
  traits: FieldTraits,
  value: LocatedValue,
  place: Place,
  run: Run,
): LocatedValue {
  const { def } = schema._zod;
  if (def.type === 'object' && value.kind === 'map') return visitObject(def, traits, value, run);
  if (def.type === 'record' && value.kind === 'map') return visitRecord(def, value, run);
  if (def.type === 'array' && value.kind === 'list') return visitList(def, value, place, run);
  if (def.type !== 'string' || value.kind !== 'scalar') return tag(value, run);
  const { text, diagnostics } = normaliseText(traits.text, value, place);
  report(diagnostics, run);
  return tag(text, run);
}

interface Field {
  readonly schema: Schema;
  readonly traits: FieldTraits;
}

const fields = new WeakMap<z.core.$ZodType, Field>();

/** Looked up for every value of every pool, so worth remembering. */
function fieldOf(wrapped: z.core.$ZodType): Field {
  const known = fields.get(wrapped);
  if (known !== undefined) return known;
  const schema = unwrapSchema(wrapped);
  const field = { schema, traits: traitsOf(schema) };
  fields.set(wrapped, field);
  return field;
}

function visitObject(def: z.core.$ZodObjectDef, traits: FieldTraits, map: LocatedMap, run: Run): LocatedMap {
  const spellings = traits.object?.spellings ?? NO_SPELLINGS;
  const entries = new Map<string, LocatedEntry>();
  for (const entry of map.entries.values()) {
    const spelling = ownValue(spellings, entry.key);
    const key = spelling?.canonical ?? entry.key;
    const first = entries.get(key);
    if (first !== undefined) {
      run.diagnostics.push(writtenTwice(entry, first));
      run.faulty.push([...run.path, key]);
      continue;
    }
    if (spelling?.note === 'with note') run.diagnostics.push(otherSpelling(entry, key));
    const field = ownValue(def.shape, key);
    const place = { key, parent: map };
    const value = field === undefined ? tag(entry.value, run) : visitAt(key, field, entry.value, place, run);
    entries.set(key, { key, keySpan: entry.keySpan, value });
  }
  return { kind: 'map', entries, origin: tagged(map.origin, run) };
}

function visitRecord(def: z.core.$ZodRecordDef, map: LocatedMap, run: Run): LocatedMap {
  const entries = new Map<string, LocatedEntry>();
  for (const entry of map.entries.values()) {
    // The schema library skips this key, so nothing would judge its value.
    if (entry.key === '__proto__') {
      run.diagnostics.push(diagnostic('PW2001', entry.keySpan, 'the key `__proto__` cannot be used'));
      run.faulty.push([...run.path, entry.key]);
      continue;
    }
    const place = { key: entry.key, parent: map };
    const value = visitAt(entry.key, def.valueType, entry.value, place, run);
    entries.set(entry.key, { key: entry.key, keySpan: entry.keySpan, value });
  }
  return { kind: 'map', entries, origin: tagged(map.origin, run) };
}

function visitList(def: z.core.$ZodArrayDef, list: LocatedList, place: Place, run: Run): LocatedList {
  const items = list.items.map((item, i) => visitAt(i, def.element, item, { key: place.key }, run));
  return { kind: 'list', items, origin: tagged(list.origin, run) };
}

function writtenTwice(entry: LocatedEntry, first: LocatedEntry): Diagnostic {
  return diagnostic('PW2030', entry.keySpan, `\`${entry.key}\` is written twice, in two spellings`, {
    related: [{ span: first.keySpan, message: 'the other one' }],
    help: 'Remove one of the two.',
  });
}

function otherSpelling(entry: LocatedEntry, canonical: string): Diagnostic {
  const message = `\`${entry.key}\` is spelt \`${canonical}\` in the documented format`;
  return diagnostic('PW2029', entry.keySpan, message, {
    help: 'Both are accepted.',
    fix: renameKeyFix(entry, canonical),
  });
}

/** A copy of a whole subtree whose origins name the layer. */
function tag(value: LocatedValue, run: Run): LocatedValue {
  const origin = tagged(value.origin, run);
  switch (value.kind) {
    case 'scalar':
      return { kind: 'scalar', value: value.value, text: value.text, style: value.style, origin };
    case 'list':
      return { kind: 'list', items: value.items.map((item) => tag(item, run)), origin };
    case 'map': {
      const entries = new Map<string, LocatedEntry>();
      for (const { key, keySpan, value: child } of value.entries.values()) {
        entries.set(key, { key, keySpan, value: tag(child, run) });
      }
      return { kind: 'map', entries, origin };
    }
  }
}

/** Spelt out, because spreading takes ten times as long and every value of every pool comes through here. */
function tagged({ span, keySpan, definedAt }: Origin, { layer }: Run): Origin {
  if (definedAt !== undefined)
    return { span, definedAt, layer, ...(keySpan === undefined ? {} : { keySpan }) };
  return keySpan === undefined ? { span, layer } : { span, keySpan, layer };
}

/** Definitions may hold any key, such as `constructor`. */
function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
