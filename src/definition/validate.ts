import type * as z from 'zod';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { flattenUnions } from '../diagnostics/flatten-unions.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import { followPath, type PathSegment } from '../diagnostics/located-path.ts';
import {
  schemaDiagnostics,
  type SchemaIssue,
  type SchemaProblem,
  type SchemaProblemContext,
} from '../diagnostics/schema-issues.ts';
import { toPlain } from '../diagnostics/to-plain.ts';
import type { PartPath } from '../diagnostics/without-parts.ts';
import { type RefusedKey, traitsOf } from './field-traits.ts';
import { renameKeyFix } from '../diagnostics/entry-fixes.ts';
import { suggestValue } from './suggest-value.ts';
import { unwrapSchema } from './unwrap-schema.ts';

const CODES = {
  unknownKey: 'PW2001',
  missingKey: 'PW2020',
  wrongType: 'PW2021',
  badValue: 'PW2023',
} as const;

export interface Validated {
  /** All of it is errors. */
  readonly diagnostics: readonly Diagnostic[];
  /** What they are about: values, and keys that are unknown or missing. */
  readonly faulty: readonly PartPath[];
  /** What may have been meant by an unknown key, so that its absence means nothing. */
  readonly doubtful: readonly PartPath[];
}

/** What the schema says of a normalised value. */
export function validate(schema: z.ZodType, value: LocatedValue, name: string): Validated {
  const result = schema.safeParse(toPlain(value));
  if (result.success) return { diagnostics: [], faulty: [], doubtful: [] };
  const issues = flattenUnions(value, result.error.issues);
  const unknown = issues.flatMap(({ code, path, keys = [] }) =>
    code === 'unrecognized_keys' ? keys.map((key) => ({ path, key })) : [],
  );
  return {
    diagnostics: problems(schema, value, name, issues),
    faulty: [
      ...issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [] : [path])),
      ...unknown.map(({ path, key }) => [...path, key]),
    ],
    doubtful: unknown.flatMap((one) => meantBy(schema, value, one)),
  };
}

function problems(
  schema: z.ZodType,
  value: LocatedValue,
  name: string,
  issues: readonly SchemaIssue[],
): Diagnostic[] {
  return schemaDiagnostics(value, issues, {
    codes: CODES,
    rootName: `\`${name}\``,
    allowedKeys: (path) => Object.keys(shapeAt(schema, path)),
    rewrite: (problem, context) =>
      problem.kind === 'unknown-key'
        ? explainUnknownKey(schema, problem, context)
        : suggestValue(problem, context, schemaAt(schema, context.path)),
  });
}

/** Nobody invents another word for these, of which all else would depend. */
const FAMILIAR_KEYS: ReadonlySet<string> = new Set(['backend', 'defaults', 'profile']);

/** The keys that look like an unknown one, else all that are not written beside it: it may stand for any of them. */
function meantBy(
  schema: z.ZodType,
  value: LocatedValue,
  { path, key }: { readonly path: readonly PathSegment[]; readonly key: string },
): PartPath[] {
  const shape = shapeAt(schema, path);
  const refused = refusedKey(schemaAt(schema, path), key);
  // What a profile may not inherit from another one is all unknown; what is planned for later changes nothing else.
  if (refused !== undefined) return refused.code === 'PW2051' ? [path] : [];
  const { block, lists, same, nearest } = relativesOf(key, shape);
  const like = block ?? same ?? (lists.length > 0 ? undefined : nearest);
  const holder = followPath(value, path).value;
  const written = holder?.kind === 'map' ? holder.entries : new Map<string, unknown>();
  const meant =
    like !== undefined
      ? [like]
      : lists.length > 0
        ? lists
        : Object.keys(shape).filter((known) => !written.has(known) && !FAMILIAR_KEYS.has(known));
  return meant.map((known) => [...path, known]);
}

/** A reason of its own, the block the key belongs to, or the same name in our spelling. */
function explainUnknownKey(
  schema: z.core.$ZodType,
  problem: SchemaProblem,
  { path }: SchemaProblemContext,
): SchemaProblem {
  const key = String(path.at(-1));
  const owner = schemaAt(schema, path.slice(0, -1));
  const refused = refusedKey(owner, key);
  if (refused !== undefined) {
    return { ...problem, code: refused.code, message: `\`${key}\` ${refused.problem}`, help: refused.help };
  }
  const shape = shapeAt(schema, path.slice(0, -1));
  const { block, lists, same, nearest } = relativesOf(key, shape);
  const known = Object.keys(shape);
  if (block !== undefined) return { ...problem, help: `It belongs under \`${block}\`.` };
  if (lists.length > 0) return { ...problem, help: `It belongs in an item of ${alternatives(lists)}.` };
  return {
    ...problem,
    help: nearest === undefined ? `Known here: ${listed(known)}.` : `Did you mean \`${nearest}\`?`,
    ...(same === undefined ? {} : { fix: renameKeyFix({ key, keySpan: problem.span }, same) }),
  };
}

function refusedKey(owner: z.core.$ZodType | undefined, key: string): RefusedKey | undefined {
  const reasons = (owner === undefined ? undefined : traitsOf(owner).object?.refused) ?? {};
  return Object.hasOwn(reasons, key) ? reasons[key] : undefined;
}

interface Relatives {
  /** The block that has such a key. */
  readonly block: string | undefined;
  /** The lists whose items have such a key. */
  readonly lists: readonly string[];
  /** The same name in our spelling. */
  readonly same: string | undefined;
  readonly nearest: string | undefined;
}

/** Keys that an unknown one may have to do with. */
function relativesOf(key: string, shape: Shape): Relatives {
  const known = Object.keys(shape);
  const same = known.find((name) => letters(name) === letters(key));
  return {
    block: known.find((name) => Object.hasOwn(shapeAt(shape[name], []), key)),
    lists: known.filter((name) => isKeyOfItems(key, shape[name])),
    same,
    nearest: same ?? didYouMean(key, known),
  };
}

/** Whether the items of a list have the key, in any accepted spelling. */
function isKeyOfItems(key: string, list: z.core.$ZodType | undefined): boolean {
  if (list === undefined) return false;
  const { def } = unwrapSchema(list)._zod;
  if (def.type !== 'array') return false;
  const spellings = traitsOf(def.element).object?.spellings ?? {};
  return Object.hasOwn(shapeAt(def.element, []), key) || Object.hasOwn(spellings, key);
}

function listed(names: readonly string[]): string {
  return names
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(', ');
}

function alternatives(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** Names that differ only in case, dashes and underscores cannot mean anything else. */
function letters(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

function shapeAt(schema: z.core.$ZodType | undefined, path: readonly PathSegment[]): Shape {
  const found = schema === undefined ? undefined : schemaAt(schema, path);
  return found?._zod.def.type === 'object' ? found._zod.def.shape : {};
}

function schemaAt(root: z.core.$ZodType, path: readonly PathSegment[]): z.core.$ZodTypes | undefined {
  let schema = unwrapSchema(root);
  for (const segment of path) {
    const next = child(schema, segment);
    if (next === undefined) return undefined;
    schema = unwrapSchema(next);
  }
  return schema;
}

function child(schema: z.core.$ZodTypes, segment: PathSegment): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  if (def.type === 'array') return def.element;
  if (def.type === 'record') return def.valueType;
  return def.type === 'object' && Object.hasOwn(def.shape, segment) ? def.shape[segment] : undefined;
}
