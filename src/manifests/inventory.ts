import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { OwnerReference } from '../kubernetes/api/object-meta.ts';
import { type KubeObject, objectKey, titleOf } from './kube-object.ts';

type Data = Readonly<Record<string, unknown>>;

/** Kinds that people write and the cluster only carries out: a manifest says what comes, a dump what was. */
const WRITTEN = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'ReplicationController',
  'CronJob',
  'HorizontalPodAutoscaler',
  'LimitRange',
  'RuntimeClass',
  'PriorityClass',
  'Namespace',
  'PodDisruptionBudget',
]);

/** All objects by kind and name, each once. */
export class Inventory {
  readonly #byKind = new Map<string, Map<string, KubeObject>>();
  readonly #report: (found: Diagnostic) => void;

  constructor(objects: readonly KubeObject[], report: (found: Diagnostic) => void) {
    this.#report = report;
    for (const object of objects) this.#add(object);
  }

  /** In the order of namespaces and names, so that the order of files means nothing. */
  of(kind: string): readonly KubeObject[] {
    return [...(this.#byKind.get(kind) ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([, object]) => object);
  }

  find(kind: string, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#byKind.get(kind)?.get(objectKey(namespace, name));
  }

  #add(object: KubeObject): void {
    const { kind, meta } = object;
    let named = this.#byKind.get(kind);
    if (named === undefined) this.#byKind.set(kind, (named = new Map()));
    const key = objectKey(meta.namespace, meta.name);
    const other = named.get(key);
    named.set(key, other === undefined ? object : this.#better(other, object));
  }

  #better(earlier: KubeObject, later: KubeObject): KubeObject {
    if (earlier.isLive !== later.isLive) {
      return later.isLive === WRITTEN.has(later.kind) ? earlier : later;
    }
    if (!earlier.isLive && !areEqual(earlier.raw, later.raw, DEPTH_MAX)) {
      this.#report(
        diagnostic('PW7020', later.place.span(['metadata', 'name']), `${titleOf(later)} is given twice`, {
          related: [{ span: earlier.place.span(['metadata', 'name']), message: 'first given here' }],
          help: 'The later one counts, as it would in the cluster. Remove one of them.',
        }),
      );
    }
    return earlier.isLive ? earlier : later;
  }
}

/** What is nested deeper than any manifest counts as different. */
const DEPTH_MAX = 100;

function areEqual(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && areEqual((a as Data)[key], (b as Data)[key], depth - 1))
  );
}

/** The one owner that is responsible for an object. */
export function controllerOf({ meta }: KubeObject): OwnerReference | undefined {
  return meta.ownerReferences?.find(({ controller }) => controller === true);
}
