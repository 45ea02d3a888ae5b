import type * as z from 'zod';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import {
  schemaDiagnostics,
  type SchemaProblem,
  type SchemaProblemContext,
} from '../diagnostics/schema-issues.ts';
import { toPlain } from '../diagnostics/to-plain.ts';
import { traitsOf } from './field-traits.ts';
import { renameKeyFix } from './fixes.ts';
import { suggestValue } from './suggest-value.ts';
import { unwrapSchema } from './unwrap-schema.ts';

const CODES = {
  unknownKey: 'PW2001',
  missingKey: 'PW2020',
  wrongType: 'PW2021',
  badValue: 'PW2023',
} as const;

/** What the schema says of a normalised value. All of it is errors. */
export function validate(schema: z.ZodType, value: LocatedValue, name: string): Diagnostic[] {
  const result = schema.safeParse(toPlain(value));
  if (result.success) return [];
  return schemaDiagnostics(value, result.error.issues, {
    codes: CODES,
    rootName: `\`${name}\``,
    allowedKeys: (path) => Object.keys(shapeAt(schema, path)),
    rewrite: (problem, context) =>
      problem.kind === 'unknown-key'
        ? explainUnknownKey(schema, problem, context)
        : suggestValue(problem, context, schemaAt(schema, context.path)),
  });
}

/** A reason of its own, the block the key belongs to, or the same name in our spelling. */
function explainUnknownKey(
  schema: z.core.$ZodType,
  problem: SchemaProblem,
  { path }: SchemaProblemContext,
): SchemaProblem {
  const key = String(path.at(-1));
  const owner = schemaAt(schema, path.slice(0, -1));
  const reasons = (owner === undefined ? undefined : traitsOf(owner).object?.refused) ?? {};
  const refused = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  if (refused !== undefined) {
    return { ...problem, code: refused.code, message: `\`${key}\` ${refused.problem}`, help: refused.help };
  }
  const shape = shapeAt(schema, path.slice(0, -1));
  const known = Object.keys(shape);
  const block = known.find((name) => Object.hasOwn(shapeAt(shape[name], []), key));
  if (block !== undefined) return { ...problem, help: `It belongs under \`${block}\`.` };
  const same = known.find((name) => letters(name) === letters(key));
  const nearest = same ?? didYouMean(key, known);
  return {
    ...problem,
    help: nearest === undefined ? `Known here: ${listed(known)}.` : `Did you mean \`${nearest}\`?`,
    ...(same === undefined ? {} : { fix: renameKeyFix({ key, keySpan: problem.span }, same) }),
  };
}

function listed(names: readonly string[]): string {
  return names
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(', ');
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
