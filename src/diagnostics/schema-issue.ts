import type { PathSegment } from './located-path.ts';

/**
 * What this room needs to know of a validation issue. It is the shape of zod 4's issues (`error.issues`), written down
 * structurally, so that nothing here depends on zod.
 */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** `invalid_type`: the type that was wanted. */
  readonly expected?: string;
  /** `invalid_value`: the values that are allowed. */
  readonly values?: readonly unknown[];
  /** `unrecognized_keys`: the culprits, keys of the map at `path`. */
  readonly keys?: readonly string[];
  /** `too_small`, `too_big`: what was measured. */
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly exact?: boolean;
  readonly divisor?: number;
  /** `invalid_union`: what each branch found, with paths relative to this issue's. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
  /** `invalid_union` without a matching discriminator: the values it may have. */
  readonly options?: readonly unknown[];
  /** `invalid_key`, `invalid_element`: what is wrong with it. */
  readonly issues?: readonly SchemaIssue[];
  /** `invalid_element`: its place in the collection. */
  readonly key?: unknown;
}

/** An issue outside any union, with its path from the root of the validated value. */
export interface FlatIssue extends SchemaIssue {
  readonly path: readonly PathSegment[];
}

/** A path as zod gives it, in segments. Symbols cannot occur in data that came from a file. */
export function segments(path: readonly PropertyKey[]): PathSegment[] {
  return path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
}
