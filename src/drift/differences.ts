import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { DriftRules } from '../model/provider.ts';

/** What becomes of nodes that run. */
export type Effect = 'all nodes' | 'some nodes' | 'no node';

export interface Difference {
  /** Keys into `spec`. */
  readonly path: readonly string[];
  /** Absent: undefined. */
  readonly live: JsonValue | undefined;
  readonly compiled: JsonValue | undefined;
  readonly effect: Effect;
}

/** Maps whose fields are looked at one by one; every other field is hashed and compared whole. */
const CONTAINERS: ReadonlySet<string> = new Set(['template', 'template.metadata', 'template.spec']);

/**
 * Where two specs differ as the API server stores them, and what that does to nodes: whether the drift hash notices is
 * asked field by field. Differences that Karpenter takes for none (`1h` and `60m`, another order) are none.
 */
export function differences(live: JsonMap, compiled: JsonMap, drift: DriftRules): Difference[] {
  const [before, after] = [drift.stored(live), drift.stored(compiled)];
  const isHashed = (path: readonly string[]) =>
    hashOf(before, drift) !== hashOf(withField(before, path, fieldAt(after, path)), drift);
  return fieldPaths(before, after, []).flatMap((path): Difference[] => {
    const pair = { live: fieldAt(before, path), compiled: fieldAt(after, path) };
    if (isSame(pair.live, pair.compiled)) return [];
    if (isHashed(path)) return [{ ...narrowed(path, pair), effect: 'all nodes' }];
    if (drift.selectingFields.has(path.join('.'))) return [{ path, ...pair, effect: 'some nodes' }];
    // What is hashed and gives the same hash is the same.
    return isHashedWhenGone(path, before, drift) ? [] : [{ ...narrowed(path, pair), effect: 'no node' }];
  });
}

function isHashedWhenGone(path: readonly string[], spec: JsonMap, drift: DriftRules): boolean {
  return hashOf(spec, drift) !== hashOf(withField(spec, path, undefined), drift);
}

function hashOf(spec: JsonMap, drift: DriftRules): string | undefined {
  return drift.hash(spec, drift.hashVersion);
}

/** The fields of both, containers taken apart. */
function fieldPaths(one: JsonValue, other: JsonValue, path: readonly string[]): (readonly string[])[] {
  const keys = new Set([one, other].flatMap((map) => (isJsonMap(map) ? Object.keys(map) : [])));
  return [...keys].flatMap((key) => {
    const inner = [...path, key];
    if (!CONTAINERS.has(inner.join('.'))) return [inner];
    return fieldPaths(childOf(one, key) ?? {}, childOf(other, key) ?? {}, inner);
  });
}

interface Pair {
  readonly live: JsonValue | undefined;
  readonly compiled: JsonValue | undefined;
}

/** The smallest part that holds all that differs. Lists stay whole. */
function narrowed(path: readonly string[], { live, compiled }: Pair): Omit<Difference, 'effect'> {
  if (!isJsonMap(live) || !isJsonMap(compiled)) return { path, live, compiled };
  const keys = [...new Set([...Object.keys(live), ...Object.keys(compiled)])];
  const different = keys.filter((key) => !isSame(live[key], compiled[key]));
  const [key] = different;
  if (key === undefined || different.length > 1) return { path, live, compiled };
  return narrowed([...path, key], { live: live[key], compiled: compiled[key] });
}

export function fieldAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (one, key) => (one === undefined ? undefined : childOf(one, key)),
    value,
  );
}

function withField(
  map: JsonMap,
  [key = '', ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonMap {
  const inner = childOf(map, key);
  const child = rest.length === 0 ? value : withField(isJsonMap(inner) ? inner : {}, rest, value);
  const others = Object.entries(map).filter(([name]) => name !== key);
  return Object.fromEntries(child === undefined ? others : [...others, [key, child]]);
}

function childOf(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether two values are equal. The order of keys has no meaning. */
export function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || canonical(one) === canonical(other);
}

export function canonical(value: JsonValue | undefined): string {
  return (
    JSON.stringify(value, (_key, child: JsonValue) =>
      isJsonMap(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    ) ?? ''
  );
}
