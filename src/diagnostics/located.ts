import type { Origin } from './origin.ts';
import type { Span } from './span.ts';

/** A value together with the place it was written. The plain tree every stage before the providers works on. */
export type LocatedValue = LocatedScalar | LocatedList | LocatedMap;

export interface LocatedScalar {
  readonly kind: 'scalar';
  /** What YAML 1.2 (core schema) makes of the text. Integers beyond 2^53 arrive as bigint. */
  readonly value: string | number | bigint | boolean | null;
  /** The scalar as written, without quotes: `1.30` where `value` is 1.3. */
  readonly text: string;
  /** `plain` is the only style that YAML retypes. */
  readonly style: 'plain' | 'quoted' | 'block';
  readonly origin: Origin;
}

export interface LocatedList {
  readonly kind: 'list';
  readonly items: readonly LocatedValue[];
  readonly origin: Origin;
}

export interface LocatedMap {
  readonly kind: 'map';
  /** In document order; merged keys (`<<`) after the map's own. */
  readonly entries: ReadonlyMap<string, LocatedEntry>;
  readonly origin: Origin;
}

export interface LocatedEntry {
  readonly key: string;
  /** Where the key is written; for an entry that came through `<<`, the merge's alias. */
  readonly keySpan: Span;
  readonly value: LocatedValue;
}

/** A typed value that remembers where it came from. */
export interface Located<T> {
  readonly value: T;
  readonly origin: Origin;
}
