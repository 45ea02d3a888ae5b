import type { ObjectMeta } from '../kubernetes/api/object-meta.ts';
import type { Place } from './place.ts';

/** An object that has been identified, but for its metadata not read yet. */
export interface KubeObject {
  readonly kind: string;
  /** With its name made up where only a prefix is given, and its namespace filled in. */
  readonly meta: ObjectMeta;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly place: Place;
  /** Comes from a running cluster, so the API server has had its hands on it. */
  readonly isLive: boolean;
}

/** What tells objects of one kind apart. */
export function objectKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** As messages name it: "Deployment `shop/web`". */
export function titleOf({ kind, meta: { namespace, name } }: Pick<KubeObject, 'kind' | 'meta'>): string {
  return `${kind} \`${namespace === undefined ? name : `${namespace}/${name}`}\``;
}
