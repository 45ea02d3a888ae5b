import type { JsonMap, JsonValue } from '../../diagnostics/json-value.ts';
import { isJsonMap } from '../../diagnostics/json-value.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import { type AnyObject, identityOf, poolObjects } from '../compiled-objects.ts';
import { plainOf } from '../same-object.ts';

/** An object of Cluster API that both states have under the same name. */
export interface MachinePair {
  readonly name: string;
  readonly before: JsonMap;
  readonly after: JsonMap;
  /** Head's line for a field of the object. */
  readonly span: (...path: readonly string[]) => Span;
}

/** Pairs of a kind, those that are equal left out. */
export function machinePairs(base: CompiledPool, head: CompiledPool, kinds: RegExp): readonly MachinePair[] {
  if (base.machines === undefined || head.machines === undefined) return [];
  const old = new Map(poolObjects(base).map((object) => [identityOf(object), object]));
  return poolObjects(head).flatMap((object): MachinePair[] => {
    const before = kinds.test(object.kind) ? old.get(identityOf(object)) : undefined;
    if (before === undefined || before === object) return [];
    return [
      { name: object.name, before: plainOf(before), after: plainOf(object), span: spans(object, head) },
    ];
  });
}

function spans({ origins }: AnyObject, { pool }: CompiledPool): MachinePair['span'] {
  return (...path) => (origins.has('') ? originAt(origins, jsonPointer(...path)).span : pool.keySpan);
}

export function annotationsOf(object: JsonMap): Readonly<Record<string, string>> {
  const { metadata } = object;
  const found: JsonValue | undefined = isJsonMap(metadata) ? metadata['annotations'] : undefined;
  return isJsonMap(found) ? (found as Readonly<Record<string, string>>) : {};
}

export function specFieldOf(object: JsonMap, name: string): JsonValue | undefined {
  const { spec } = object;
  return isJsonMap(spec) ? spec[name] : undefined;
}
