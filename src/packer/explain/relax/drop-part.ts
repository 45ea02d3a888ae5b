import type { PodSpec } from '../../../kubernetes/api/pod.ts';

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null | undefined;

/**
 * A pod without the part that a pointer names. Alternatives of node affinity and selectors that become empty go too: an empty
 * list of terms would match nothing.
 */
export function withoutPart(spec: PodSpec, pointer: string): PodSpec | undefined {
  const [, root, ...path] = pointer
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (root !== 'spec' || path.length === 0) return undefined;
  const changed = remove(spec as unknown as Json, path);
  return changed as unknown as PodSpec | undefined;
}

function remove(value: Json, path: readonly string[]): Json {
  const [token = '', ...rest] = path;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const at = Number(token);
    const child = rest.length === 0 ? undefined : remove(list[at], rest);
    const changed = list.flatMap((item, i) => (i !== at ? [item] : child === undefined ? [] : [child]));
    return changed.length === 0 ? undefined : changed;
  }
  if (typeof value !== 'object' || value === null) return value;
  const map = value as { readonly [key: string]: Json };
  const { [token]: own, ...others } = map;
  const child = rest.length === 0 ? undefined : remove(own, rest);
  if (child !== undefined) return { ...map, [token]: child };
  // A container is still there without its ports; a term without its expressions is not.
  return Object.keys(others).length === 0 ? undefined : others;
}
