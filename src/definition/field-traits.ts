import type * as z from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Layer } from '../diagnostics/origin.ts';
import type { LocatedMap, LocatedScalar, LocatedValue } from '../diagnostics/located.ts';

/** How an unquoted number or boolean is taken where text is wanted. */
export interface TextTraits {
  /**
   * `note`: converted, with an info note. `documented`: converted silently, because the documented format shows it or
   * because a later stage judges the text anyway.
   */
  readonly bare: 'note' | 'documented';
  /**
   * What counts as text that YAML readers disagree on. `text`: whatever one of them turns into another value.
   * `quantity`: only what changes the number (`010`); `1.50` is the same quantity to all. `none`: a later stage
   * accepts so little that nothing ambiguous passes.
   */
  readonly retyped: 'text' | 'quantity' | 'none';
  /** Judges the text once per place where it is written. */
  readonly check?: TextCheck;
}

export type TextCheck = (text: LocatedText, place: Place) => Iterable<Diagnostic>;

export interface LocatedText extends LocatedScalar {
  readonly value: string;
}

/** Where a value stands: under this key, of this map (absent for items of a list and for the root). */
export interface Place {
  readonly key: string;
  readonly parent?: LocatedMap;
}

/** What normalising must know of a map with fixed keys, beyond its schema. */
export interface ObjectTraits {
  /** Accepted spelling to canonical key. */
  readonly spellings?: Readonly<Record<string, Spelling>>;
  /** Keys that are unknown to the schema with a reason of their own. */
  readonly refused?: Readonly<Record<string, RefusedKey>>;
}

export interface Spelling {
  readonly canonical: string;
  readonly note: 'with note' | 'silent';
}

export interface RefusedKey {
  readonly code: 'PW2031' | 'PW2051' | 'PW2062';
  /** Completes "`key` ...". */
  readonly problem: string;
  readonly help: string;
}

export interface Reshaped {
  readonly value: LocatedValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Items of the list that errors among the diagnostics are about. @default errors are about the whole value */
  readonly faultyItems?: readonly number[];
}

/** Everything normalising and editors must know of a field beyond its schema. */
export interface FieldTraits {
  readonly text?: TextTraits;
  readonly object?: ObjectTraits;
  /** Turns another accepted shape into the schema's own, before anything else looks at it. */
  readonly reshape?: (value: LocatedValue) => Reshaped;
  /** Judges the normalised value once per place where it is written. Its shape may still be wrong. */
  readonly check?: (value: LocatedValue, place: Place) => Iterable<Diagnostic>;
  /** The layer this value and everything in it belong to, when the schema knows better than its reader. */
  readonly layer?: (key: string) => Layer;
  /** JSON Schema of everything that `reshape` accepts. Definitions it refers to are those of `json-schema.ts`. */
  readonly editorShape?: Readonly<Record<string, unknown>>;
}

const NO_TRAITS: FieldTraits = {};

/** Beside the schemas and not in a registry of zod's, whose types rewrite what they hold. */
const traitsBySchema = new WeakMap<z.core.$ZodType, FieldTraits>();

/** Gives a schema its traits. Comes last: `describe` and the like return copies, which have none. */
export function withTraits<Schema extends z.core.$ZodType>(schema: Schema, traits: FieldTraits): Schema {
  traitsBySchema.set(schema, traits);
  return schema;
}

export function traitsOf(schema: z.core.$ZodType): FieldTraits {
  return traitsBySchema.get(schema) ?? NO_TRAITS;
}
