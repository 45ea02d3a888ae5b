import type { JsonMap, JsonValue } from '../diagnostics/json-value.ts';
import { canonical, type Difference, differences } from '../drift/differences.ts';
import type { DriftRules } from '../model/provider.ts';
import { manifestOf } from '../kubernetes/manifest-of.ts';
import type { AnyObject } from './compiled-objects.ts';
import { rulesFor, type StoredRules } from './drift-rules.ts';

/**
 * Whether applying one in the place of the other changes nothing: objects are compared as the API server stores them, so
 * that one of a running cluster, defaults filled in, equals what was applied.
 */
export function isSameObject(before: AnyObject, after: AnyObject, rules: StoredRules): boolean {
  if (before === after || textOf(before) === textOf(after)) return true;
  const drift = rulesFor(after.kind, rules);
  if (drift === undefined || before.kind !== after.kind) {
    return canonical(plainOf(before)) === canonical(plainOf(after));
  }
  return (
    canonical({ ...plainOf(before), spec: null }) === canonical({ ...plainOf(after), spec: null }) &&
    specDifferences(before, after, drift).length === 0
  );
}

const known = new WeakMap<AnyObject, WeakMap<AnyObject, readonly Difference[]>>();

/** Where the specs of two objects differ. Hashing is slow, and several ask. */
export function specDifferences(
  before: AnyObject,
  after: AnyObject,
  drift: DriftRules,
): readonly Difference[] {
  let byAfter = known.get(before);
  if (byAfter === undefined) {
    byAfter = new WeakMap();
    known.set(before, byAfter);
  }
  let found = byAfter.get(after);
  if (found === undefined) {
    found = differences(specOf(before), specOf(after), drift);
    byAfter.set(after, found);
  }
  return found;
}

/** The whole object, as plain data. */
export function plainOf(object: AnyObject): JsonMap {
  return manifestOf(object) as unknown as JsonMap;
}

export function specOf({ spec }: AnyObject): JsonMap {
  return (spec ?? {}) as JsonMap;
}

const texts = new WeakMap<AnyObject, string>();

/** The same compiler writes equal objects the same way: comparing texts settles nearly all of them. */
function textOf(object: AnyObject): string {
  let text = texts.get(object);
  if (text === undefined) {
    text = JSON.stringify(plainOf(object) satisfies JsonValue);
    texts.set(object, text);
  }
  return text;
}
