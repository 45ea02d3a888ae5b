import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import { titleOf } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';
import { hasPlaceholder } from './placeholder.ts';
import { isData } from './raw.ts';

const GROUPS = ['infrastructure.cluster.x-k8s.io', 'bootstrap.cluster.x-k8s.io'];

/** Deeper than any template. */
const DEPTH_MAX = 50;

/**
 * Contents of templates are not watched: another content needs another name. Several files may belong to several
 * management clusters, so only within one file, and against what was there before, a name means one template.
 */
export const changedTemplate: MachineRule = {
  codes: ['PW9230'],
  *check({ objects, base }) {
    const before = new Map<string, ManifestObject[]>();
    for (const object of base.filter(isTemplate)) {
      const key = keyOf(object);
      const all = before.get(key);
      if (all === undefined) before.set(key, [object]);
      else all.push(object);
    }
    const seen = new Map<string, ManifestObject>();
    for (const object of objects) {
      if (!isTemplate(object) || hasPlaceholder(object.name)) continue;
      const key = keyOf(object);
      const inFile = `${object.file}\0${key}`;
      const earlier = seen.get(inFile);
      seen.set(inFile, object);
      const olds = before.get(key) ?? (earlier === undefined ? [] : [earlier]);
      const changes = olds.map((old) => change(old, object));
      if (changes[0] !== undefined && !changes.includes(undefined)) yield changes[0];
    }
  },
};

function isTemplate({ group, kind }: ManifestObject): boolean {
  return GROUPS.includes(group) && kind.endsWith('Template');
}

function keyOf({ group, kind, namespace, name }: ManifestObject): string {
  return [group, kind, namespace, name].join('\0');
}

function change(old: ManifestObject, object: ManifestObject): Diagnostic | undefined {
  const path = difference(old, object);
  if (path === undefined) return undefined;
  const message = `${titleOf(object)} has other contents than before under the same name`;
  return diagnostic('PW9230', object.span(path), message, {
    related: [{ span: old.span(path), message: 'what it was' }],
    help: 'Its machines are not replaced, and Cluster API’s providers refuse the change. Give it a new name and refer to that.',
  });
}

/** What a dump holds beyond the manifest are defaults. */
function difference(old: ManifestObject, object: ManifestObject): readonly PathSegment[] | undefined {
  const [a, b] = old.isLive && !object.isLive ? [object, old] : [old, object];
  const extra = old.isLive === object.isLive ? 'differs' : 'is a default';
  return differenceIn(a.raw['spec'], b.raw['spec'], { path: ['spec'], extra });
}

interface At {
  readonly path: readonly PathSegment[];
  /** A field that only the second has. */
  readonly extra: 'differs' | 'is a default';
}

function differenceIn(a: unknown, b: unknown, at: At): readonly PathSegment[] | undefined {
  const { path, extra } = at;
  if (path.length > DEPTH_MAX) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return path;
    for (const [i, item] of a.entries()) {
      const found = differenceIn(item, b[i], { path: [...path, i], extra });
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isData(a) || !isData(b)) return Object.is(a, b) ? undefined : path;
  const keys = extra === 'differs' ? new Set([...Object.keys(a), ...Object.keys(b)]) : Object.keys(a);
  for (const key of [...keys].sort()) {
    const found = differenceIn(a[key], b[key], { path: [...path, key], extra });
    if (found !== undefined) return found;
  }
  return undefined;
}
