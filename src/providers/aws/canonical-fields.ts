import * as z from 'zod';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import type {
  LocatedEntry,
  LocatedList,
  LocatedMap,
  LocatedScalar,
  LocatedValue,
} from '../../diagnostics/located.ts';
import type { Layer } from '../../diagnostics/origin.ts';
import { snakeCase, spellingsOf } from './field-names.ts';
import { renameKey } from './fixes.ts';
import { type NodeClassField, nodeClassSchema } from './node-class-schema.ts';
import { textOf } from './scalar-text.ts';
import type { AwsProviderVersion } from './versions.ts';

/** Keys of `node_class` that every provider shares; they are handled before, but people misspell them too. */
const SHARED_KEYS = ['extra_securitygroup_ids', 'gpu_enabled', 'public', 'tags', 'volumeSize'];

/** Our short form of `ami_selector_terms`, which also takes a bare alias. */
const AMI = 'ami';

/** A field of the node class as a person wrote it. */
export interface WrittenField {
  /** The provider's spelling. */
  readonly field: NodeClassField;
  readonly entry: LocatedEntry;
}

interface Walk {
  readonly diagnostics: Diagnostic[];
  readonly version: AwsProviderVersion;
  /** Grows by the fields that an unknown key may have been meant to be; `*` where it may be any. */
  readonly doubtful: Set<string>;
}

/** The fields written under `node_class`, by the provider's names. Unknown and doubled ones are reported and left out. */
export function writtenFields(rest: LocatedMap, walk: Walk): readonly WrittenField[] {
  const fields = fieldsOf(rest, nodeClassSchema, [], walk);
  for (const { field, entry } of fields) noteSpelling(entry, field, walk);
  return fields as readonly WrittenField[];
}

/**
 * A value in the provider's spelling all the way down, so that one schema fits: nulls dropped, bare numbers turned into
 * text where text is wanted.
 */
export function canonicalField({ field, entry }: WrittenField, walk: Walk): LocatedValue {
  const value = entry.key === AMI ? amiTerms(entry.value) : entry.value;
  return canonicalValue(value, nodeClassSchema.shape[field], [field], walk);
}

type Path = readonly string[];

function canonicalValue(value: LocatedValue, schema: z.ZodType, path: Path, walk: Walk): LocatedValue {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodObject && value.kind === 'map') return canonicalMap(value, inner, path, walk);
  if (inner instanceof z.ZodArray && value.kind === 'list') {
    const element = inner.element as z.ZodType;
    return { ...value, items: value.items.map((item) => canonicalValue(item, element, path, walk)) };
  }
  if (inner instanceof z.ZodRecord && value.kind === 'map') {
    const entries = [...value.entries.values()].filter(isWritten);
    const valueType = inner.valueType as z.ZodType;
    return withEntries(
      value,
      entries.map((entry) => ({ ...entry, value: canonicalValue(entry.value, valueType, path, walk) })),
    );
  }
  if (inner instanceof z.ZodString && value.kind === 'scalar') return canonicalText(value, path, walk);
  return value;
}

function canonicalMap(map: LocatedMap, schema: z.ZodObject, path: Path, walk: Walk): LocatedMap {
  return withEntries(
    map,
    fieldsOf(map, schema, path, walk).map(({ field, entry }) => {
      const value = canonicalValue(entry.value, schema.shape[field] as z.ZodType, [...path, field], walk);
      return { ...entry, key: field, value };
    }),
  );
}

interface Field {
  readonly field: string;
  readonly entry: LocatedEntry;
}

function fieldsOf(map: LocatedMap, schema: z.ZodObject, path: Path, walk: Walk): readonly Field[] {
  const spellings = spellingsIn(schema);
  const fields = new Map<string, Field>();
  for (const entry of map.entries.values()) {
    if (!isWritten(entry)) continue;
    const field = path.length === 0 && entry.key === AMI ? 'amiSelectorTerms' : spellings.get(entry.key);
    const earlier = field === undefined ? undefined : fields.get(field)?.entry;
    const later = laterField(entry, path, walk);
    const problem =
      later ??
      (field === undefined ? unknownField(entry, Object.keys(schema.shape), path) : undefined) ??
      // Where layers differ the later entry is the higher layer's: `ami` over an inherited `ami_selector_terms`.
      (earlier !== undefined && sameLayer(earlier, entry) ? writtenTwice(earlier, entry) : undefined);
    if (problem !== undefined) {
      walk.diagnostics.push(problem);
      if (later === undefined) walk.doubtful.add(path[0] ?? field ?? fieldLike(entry.key));
    } else if (field !== undefined) fields.set(field, { field, entry });
  }
  return [...fields.values()];
}

const spellingsBySchema = new WeakMap<z.ZodObject, ReadonlyMap<string, string>>();

function spellingsIn(schema: z.ZodObject): ReadonlyMap<string, string> {
  let spellings = spellingsBySchema.get(schema);
  if (spellings === undefined) {
    spellings = spellingsOf(Object.keys(schema.shape));
    spellingsBySchema.set(schema, spellings);
  }
  return spellings;
}

/** `ami: al2023@latest` stands for a list of one alias. */
function amiTerms(value: LocatedValue): LocatedValue {
  if (value.kind !== 'scalar') return value;
  const { origin } = value;
  const entry: LocatedEntry = { key: 'alias', keySpan: origin.keySpan ?? origin.span, value };
  const term: LocatedMap = { kind: 'map', entries: new Map([['alias', entry]]), origin };
  const list: LocatedList = { kind: 'list', items: [term], origin };
  return list;
}

function canonicalText(scalar: LocatedScalar, path: Path, walk: Walk): LocatedScalar {
  const { text, diagnostics } = textOf(scalar);
  // A disk size without a unit is refused anyway; that it is no text either would only distract.
  if (path.at(-1) !== 'volumeSize') walk.diagnostics.push(...diagnostics);
  return text === undefined ? scalar : { ...scalar, value: text };
}

function laterField(entry: LocatedEntry, path: Path, walk: Walk): Diagnostic | undefined {
  const { name, laterFields } = walk.version;
  if (laterFields.get(path.join('.'))?.has(entry.key) !== true) return undefined;
  const place = snakeCase(path.at(-1) ?? 'node_class');
  return diagnostic(
    'PW3001',
    entry.keySpan,
    `\`${entry.key}\` in \`${place}\` needs a Karpenter newer than ${name}`,
    {
      help: 'Take it out, or set it through `user_data`.',
    },
  );
}

function unknownField(entry: LocatedEntry, fields: readonly string[], path: Path): Diagnostic {
  const ours = fields.map(snakeCase);
  const known = path.length === 0 ? [...ours, AMI, ...SHARED_KEYS] : ours;
  const meant = nearest(entry.key, known);
  const parent = ['node_class', ...path.map(snakeCase)].at(-1);
  return diagnostic('PW2001', entry.keySpan, `unknown key \`${entry.key}\` in \`${parent}\``, {
    help:
      meant === undefined
        ? `Known keys: ${known
            .toSorted()
            .map((name) => `\`${name}\``)
            .join(', ')}.`
        : `Did you mean \`${meant}\`?`,
    fix: meant !== undefined && sameLetters(meant, entry.key) ? renameKey(entry, meant) : undefined,
  });
}

function nearest(key: string, known: readonly string[]): string | undefined {
  return known.find((name) => sameLetters(name, key)) ?? didYouMean(key, known);
}

/** The field that an unknown key looks like. */
function fieldLike(key: string): string {
  const spellings = spellingsIn(nodeClassSchema);
  const meant = nearest(key, [...[...spellings.values()].map(snakeCase), AMI, ...SHARED_KEYS]);
  if (meant === undefined) return '*';
  return meant === AMI ? 'amiSelectorTerms' : (spellings.get(meant) ?? meant);
}

/** Only case, dashes or underscores differ: nobody can have meant anything else. */
function sameLetters(a: string, b: string): boolean {
  const letters = (name: string) => name.replace(/[_-]/g, '').toLowerCase();
  return letters(a) === letters(b);
}

function writtenTwice(first: LocatedEntry, second: LocatedEntry): Diagnostic {
  return diagnostic(
    'PW2030',
    second.keySpan,
    `\`${second.key}\` and \`${first.key}\` are two spellings of one field`,
    {
      related: [{ span: first.keySpan, message: 'the other one' }],
      help: 'Keep one of them.',
    },
  );
}

/** In blocks of the provider's own its spelling is natural; beside our keys it looks like a slip. */
function noteSpelling(entry: LocatedEntry, field: string, walk: Walk): void {
  if (entry.key !== field || !/[A-Z]/.test(field)) return;
  const ours = snakeCase(field);
  walk.diagnostics.push(
    diagnostic('PW2029', entry.keySpan, `\`${field}\` is spelt \`${ours}\` beside the keys of a pool`, {
      help: 'Both are accepted.',
      fix: renameKey(entry, ours),
    }),
  );
}

function sameLayer(a: LocatedEntry, b: LocatedEntry): boolean {
  const [one, other] = [a.value.origin.layer, b.value.origin.layer];
  const name = (layer: Layer | undefined) =>
    layer !== undefined && 'name' in layer ? layer.name : undefined;
  return one?.kind === other?.kind && name(one) === name(other);
}

function isWritten(entry: LocatedEntry): boolean {
  return entry.value.kind !== 'scalar' || entry.value.value !== null;
}

function withEntries(map: LocatedMap, entries: readonly LocatedEntry[]): LocatedMap {
  return { ...map, entries: new Map(entries.map((entry) => [entry.key, entry])) };
}
