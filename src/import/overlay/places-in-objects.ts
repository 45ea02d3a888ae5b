import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { LocatedValue } from '../../diagnostics/located.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { Pool } from '../../model/pool.ts';
import type { LiveObject } from '../live-objects.ts';
import { lazySpan } from './lazy-span.ts';

export interface PoolObjects {
  readonly nodePool: LiveObject;
  /** Absent: not given. */
  readonly nodeClass?: LiveObject | undefined;
}

/**
 * From the places of a pool, in a definition that was made of objects, to those in the objects; what has none, the name of
 * its NodePool.
 */
export function placesInObjects(pool: Pool, objects: PoolObjects): (span: Span) => Span {
  const targets = new Map<string, Target>();
  collect(pool.tree, [], targets);
  // Built-in values stand at the key of the pool.
  targets.delete(keyOf(pool.keySpan));
  return (span) => {
    const { of, path } = targets.get(keyOf(span)) ?? NAME;
    const object = of === 'nodePool' ? objects.nodePool : objects.nodeClass;
    return object === undefined ? lazySpan(objects.nodePool, REFERENCE) : lazySpan(object, path);
  };
}

interface Target {
  readonly of: 'nodePool' | 'nodeClass';
  readonly path: readonly PathSegment[];
}

const NAME: Target = { of: 'nodePool', path: ['metadata', 'name'] };
const REFERENCE = ['spec', 'template', 'spec', 'nodeClassRef', 'name'];

function collect(value: LocatedValue, path: readonly PathSegment[], targets: Map<string, Target>): void {
  if (path.length > 0) targets.set(keyOf(value.origin.span), targetOf(path));
  if (value.kind === 'list')
    for (const [i, item] of value.items.entries()) collect(item, [...path, i], targets);
  if (value.kind !== 'map') return;
  for (const { key, keySpan, value: child } of value.entries.values()) {
    targets.set(keyOf(keySpan), targetOf([...path, key]));
    collect(child, [...path, key], targets);
  }
}

function keyOf({ start, end }: Span): string {
  return `${start}-${end}`;
}

/** Where the keys of a pool are in a NodePool. */
const FIELDS: Readonly<Record<string, readonly PathSegment[]>> = {
  labels: ['spec', 'template', 'metadata', 'labels'],
  annotations: ['spec', 'template', 'metadata', 'annotations'],
  limits: ['spec', 'limits'],
  weight: ['spec', 'weight'],
  replicas: ['spec', 'replicas'],
  disruption: ['spec', 'disruption'],
  requirements: ['spec', 'template', 'spec', 'requirements'],
  taints: ['spec', 'template', 'spec', 'taints'],
  startup_taints: ['spec', 'template', 'spec', 'startupTaints'],
  expire_after: ['spec', 'template', 'spec', 'expireAfter'],
  termination_grace_period: ['spec', 'template', 'spec', 'terminationGracePeriod'],
  node_class_name: REFERENCE,
  profile: REFERENCE,
};

function targetOf([first = '', ...rest]: readonly PathSegment[]): Target {
  if (first === 'node_class') {
    const [field, ...inner] = rest;
    return { of: 'nodeClass', path: ['spec', ...(field === undefined ? [] : [camelCase(field)]), ...inner] };
  }
  const path = Object.hasOwn(FIELDS, first) ? FIELDS[first] : undefined;
  if (path === undefined) return NAME;
  return { of: 'nodePool', path: [...path, ...(first === 'disruption' ? rest.map(camelCase) : rest)] };
}

function camelCase(key: PathSegment): PathSegment {
  return typeof key === 'number'
    ? key
    : key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
