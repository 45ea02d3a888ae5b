import { isSameJson } from '../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { DriftRules } from '../model/provider.ts';

/** What becomes of nodes that run. */
export type Effect = 'all nodes' | 'some nodes' | 'no node';

export interface Difference {
  /** Keys into `spec`. */
  readonly path: readonly string[];
  /** Absent: undefined. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly effect: Effect;
}

/** Maps whose fields are looked at one by one; every other field is hashed and compared whole. */
const CONTAINERS: ReadonlySet<string> = new Set(['template', 'template.metadata', 'template.spec']);

/**
 * Where two specs differ as the API server stores them, and what that does to nodes. Some difference replaces all nodes
 * exactly when the drift hashes differ. Differences that Karpenter takes for none (`1h` and `60m`, another order) are none.
 */
export function differences(before: JsonMap, after: JsonMap, drift: DriftRules): Difference[] {
  const stored: Specs = { before: drift.stored(before), after: drift.stored(after) };
  const paths = fieldPaths(stored.before, stored.after, []).filter(
    (path) => !isSameJson(fieldAt(stored.before, path), fieldAt(stored.after, path)),
  );
  const hashed = new Set(hashedPaths(paths, stored, drift));
  return paths.flatMap((path): Difference[] => {
    const pair = { before: fieldAt(stored.before, path), after: fieldAt(stored.after, path) };
    if (hashed.has(path)) return [{ ...narrowed(path, pair), effect: 'all nodes' }];
    if (drift.selectingFields.has(path.join('.'))) return [{ path, ...pair, effect: 'some nodes' }];
    // What is hashed and gives the same hash is the same.
    if (isHashedWhenGone(path, stored.before, drift)) return [];
    return [{ ...narrowed(path, pair), effect: 'no node' }];
  });
}

interface Specs {
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/** The fields that make the hashes differ: each on its own, or only together. */
function hashedPaths(
  paths: readonly (readonly string[])[],
  { before, after }: Specs,
  drift: DriftRules,
): readonly (readonly string[])[] {
  if (paths.length === 0) return [];
  const [start, end] = [hashOf(before, drift), hashOf(after, drift)];
  if (start === end) return [];
  const alone = paths.filter(
    (path) => start !== hashOf(withField(before, path, fieldAt(after, path)), drift),
  );
  if (alone.length > 0) return alone;
  let [spec, hash] = [before, start];
  return paths.filter((path) => {
    spec = withField(spec, path, fieldAt(after, path));
    const next = hashOf(spec, drift);
    const isChanged = next !== hash;
    hash = next;
    return isChanged;
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
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** The smallest part that holds all that differs. Lists stay whole. */
function narrowed(path: readonly string[], { before, after }: Pair): Omit<Difference, 'effect'> {
  if (!isJsonMap(before) || !isJsonMap(after)) return { path, before, after };
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const different = keys.filter((key) => !isSameJson(before[key], after[key]));
  const [key] = different;
  if (key === undefined || different.length > 1) return { path, before, after };
  return narrowed([...path, key], { before: before[key], after: after[key] });
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

export function canonical(value: JsonValue | undefined): string {
  return (
    JSON.stringify(value, (_key, child: JsonValue) =>
      isJsonMap(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    ) ?? ''
  );
}
