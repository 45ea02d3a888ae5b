import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { canonical } from '../drift/differences.ts';
import { CAPACITY_KEYS } from '../kubernetes/scale-from-zero/keys.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { type AnyObject, poolObjects } from './compiled-objects.ts';
import { rulesFor, type StoredRules } from './drift-rules.ts';
import { plainOf } from './same-object.ts';

/**
 * A pool's objects as text, its own name taken out wherever the compiler writes it: names of objects, what refers to them,
 * the labels that say which pool it is. Pools of one signature differ in nothing else. Undefined: it has no object.
 */
export function poolSignature(compiled: CompiledPool, rules: StoredRules): string | undefined {
  const objects = poolObjects(compiled);
  if (objects.length === 0) return undefined;
  const names = standIns(compiled, objects);
  const texts = objects.map((object) => {
    const drift = rulesFor(object.kind, rules);
    const { spec, ...rest } = plainOf(object);
    const stored = drift === undefined || !isJsonMap(spec) ? spec : drift.stored(spec);
    return canonical(nameless({ ...rest, spec: stored ?? null }, names, compiled.pool.name));
  });
  return JSON.stringify([compiled.backend, ...texts.sort()]);
}

/** What stands in for the names of objects: what they are, or what is in them. */
function standIns(
  { pool, machines }: CompiledPool,
  objects: readonly AnyObject[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const object of objects) {
    const isShared = object.kind === 'EC2NodeClass' && object.name !== pool.name;
    if (isShared) continue;
    names.set(object.name, object.kind.endsWith('Template') ? canonical(object.spec as JsonValue) : 'own');
  }
  for (const { name, instanceType, offering } of machines?.nodeGroups ?? []) {
    names.set(name, `${instanceType.name}/${offering.zone}/${offering.capacityType}`);
  }
  return names;
}

/** Labels of Cluster API that name a pool end like this, whatever their domain: `poolwright.dev/pool`. */
const POOL_LABEL = /\/(?:poolwright-)?pool$/;
/** A digest of what stands elsewhere in the objects, the pool's label among it. */
const SHAPE_LABEL = /\/poolwright-shape$/;
const OWN_PIECE = /(^|,)([^,=]*\/poolwright-(?:pool|shape))=[^,]*/g;

function nameless(value: JsonValue, names: ReadonlyMap<string, string>, pool: string, key = ''): JsonValue {
  if (typeof value === 'string') {
    if (key === CAPACITY_KEYS.labels) return value.replaceAll(OWN_PIECE, '$1$2=');
    if (SHAPE_LABEL.test(key) || (POOL_LABEL.test(key) && value === pool)) return '';
    // Elsewhere a text that happens to be the name is something that somebody wrote.
    return NAMING.has(key) ? (names.get(value) ?? value) : value;
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => nameless(item, names, pool, key));
  if (!isJsonMap(value)) return value;
  const entries = Object.entries(value).map(
    ([name, child]) => [name, nameless(child, names, pool, name)] as const,
  );
  return Object.fromEntries(entries);
}

/** Keys whose values name objects. */
const NAMING: ReadonlySet<string> = new Set(['name', 'cluster.x-k8s.io/deployment-name']);
