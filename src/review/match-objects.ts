import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { fieldAt } from '../drift/differences.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { type AnyObject, identityOf, poolObjects } from './compiled-objects.ts';
import { specOf } from './same-object.ts';
import { valueText } from './words.ts';

/** The same thing in both states, whatever it is called. */
export interface ObjectPair {
  readonly before: AnyObject;
  readonly after: AnyObject;
}

/**
 * The objects of a pool that correspond to each other: node class with node class, by identity, and templates, whose names
 * follow from their content, by the MachineDeployments that use them.
 */
export function matchObjects(base: CompiledPool, head: CompiledPool): readonly ObjectPair[] {
  const [old, now] = [byIdentity(base), byIdentity(head)];
  const pairs = new Map<AnyObject, AnyObject>();
  if (isKarpenter(base) && isKarpenter(head)) {
    if (base.nodeClass !== undefined && head.nodeClass !== undefined)
      pairs.set(head.nodeClass, base.nodeClass);
    if (base.nodePool !== undefined && head.nodePool !== undefined) pairs.set(head.nodePool, base.nodePool);
  }
  for (const [id, after] of now) {
    const before = old.get(id);
    if (before === undefined || pairs.has(after)) continue;
    pairs.set(after, before);
    for (const [field, kind] of TEMPLATES) {
      const [was, is] = [templateOf(before, field, old), templateOf(after, field, now)];
      if (was === undefined || is === undefined || was.kind !== is.kind) continue;
      if (!pairs.has(is) && kind.test(is.kind)) pairs.set(is, was);
    }
  }
  return [...pairs]
    .filter(([after, before]) => after !== before)
    .map(([after, before]) => ({ before, after }));
}

const TEMPLATES = [
  [['template', 'spec', 'infrastructureRef'], /Template$/],
  [['template', 'spec', 'bootstrap', 'configRef'], /Template$/],
] as const;

function isKarpenter({ backend }: CompiledPool): boolean {
  return backend === 'karpenter';
}

function byIdentity(pool: CompiledPool): ReadonlyMap<string, AnyObject> {
  return new Map(poolObjects(pool).map((object) => [identityOf(object), object]));
}

function templateOf(
  machine: AnyObject,
  path: readonly string[],
  objects: ReadonlyMap<string, AnyObject>,
): AnyObject | undefined {
  if (machine.kind !== 'MachineDeployment') return undefined;
  const reference: JsonValue | undefined = fieldAt(specOf(machine), path);
  if (!isJsonMap(reference)) return undefined;
  const { kind, name } = reference;
  return templatesByName(objects).get(`${valueText(kind)}/${valueText(name)}`);
}

const byName = new WeakMap<ReadonlyMap<string, AnyObject>, ReadonlyMap<string, AnyObject>>();

function templatesByName(objects: ReadonlyMap<string, AnyObject>): ReadonlyMap<string, AnyObject> {
  const known = byName.get(objects);
  if (known !== undefined) return known;
  const made = new Map(
    [...objects.values()]
      .filter(({ kind }) => kind.endsWith('Template'))
      .map((object) => [`${object.kind}/${object.name}`, object]),
  );
  byName.set(objects, made);
  return made;
}
