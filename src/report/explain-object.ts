import { jsonPointer } from '../diagnostics/json-pointer.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { CompiledObject, OriginMap } from '../model/compiled-object.ts';
import { type Whence, whence } from './whence.ts';

/** An object of a pool, leaf by leaf. */
export interface ExplainedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Every leaf of `spec`, in the order of emission. A list of scalars is one leaf: it is always written as a whole. */
  readonly fields: readonly ObjectField[];
}

export interface ObjectField extends Whence {
  /** JSON pointer into the object: `/spec/limits/cpu`. */
  readonly pointer: string;
  readonly value: JsonValue;
}

export function explainObject({ apiVersion, kind, name, spec, origins }: CompiledObject): ExplainedObject {
  const leaves = [...leavesOf(spec as JsonValue, '/spec')];
  return {
    apiVersion,
    kind,
    name,
    fields: leaves.map(({ pointer, value }) => ({ pointer, value, ...whence(originOf(pointer, origins)) })),
  };
}

interface Leaf {
  readonly pointer: string;
  readonly value: JsonValue;
}

function* leavesOf(value: JsonValue, pointer: string): Generator<Leaf> {
  if (!isBranch(value)) {
    yield { pointer, value };
    return;
  }
  for (const [key, child] of Object.entries(value)) yield* leavesOf(child, pointer + jsonPointer(key));
}

function isBranch(value: JsonValue): value is JsonValue[] | { [key: string]: JsonValue } {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null);
  return Object.keys(value).length > 0;
}

/** Of a list only the items may have an origin of their own. */
function originOf(pointer: string, origins: OriginMap): Origin {
  return origins.get(pointer) ?? origins.get(`${pointer}/0`) ?? originAt(origins, pointer);
}
