import type { Origin } from '../diagnostics/origin.ts';

export type { JsonValue } from '../diagnostics/json-value.ts';

/** JSON pointer (RFC 6901, into the object: `/spec/limits/cpu`) to where the value came from. Ancestors stand in. */
export type OriginMap = ReadonlyMap<string, Origin>;

/** Plain props with their origins: what providers and backends return. Constructs wrap them in `render/`. */
export interface CompiledObject<Spec = unknown> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** The object's own, of objects that a cluster gave: what somebody put there. Absent: none, as in all that is compiled. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec: Spec;
  readonly origins: OriginMap;
  /** The pool that asked for it. */
  readonly pool: string;
}
