import type { PathSegment } from '../diagnostics/located-path.ts';
import type { KubeObject } from './kube-object.ts';

/** Where a part of a pod is written, if not at the same path of its template. */
export interface Redirect {
  /** Absent: the pod's own object. */
  readonly object?: KubeObject;
  /** In `object`; without one, in the template. */
  readonly path: readonly PathSegment[];
}

/** By where the part is in the pod, `NUL` between the segments. */
export type Redirects = ReadonlyMap<string, Redirect>;

/** Told of each part of a pod that another object supplies: where it is in the pod, and where it is written. */
export type NoteOrigin = (
  pointer: readonly PathSegment[],
  object: KubeObject,
  path: readonly PathSegment[],
) => void;

export function redirectKey(path: readonly PathSegment[]): string {
  return path.join('\0');
}

/** The place of a part of a pod: that of the nearest part around it that was written elsewhere, or the same path. */
export function redirected(redirects: Redirects, path: readonly PathSegment[]): Redirect {
  for (let length = path.length; length > 0 && redirects.size > 0; length--) {
    const found = redirects.get(redirectKey(path.slice(0, length)));
    if (found !== undefined) return { ...found, path: [...found.path, ...path.slice(length)] };
  }
  return { path };
}
