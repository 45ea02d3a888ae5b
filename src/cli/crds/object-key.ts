import { isJsonMap, type JsonMap } from '../../diagnostics/json-value.ts';
import { typeOf } from '../../kubernetes/type-of.ts';

/** What tells the objects of a cluster apart, whatever version they are written in. */
export function objectKey(object: JsonMap): string {
  const { group, kind } = typeOf(object);
  const { metadata } = object;
  const { name, namespace = 'default' } = isJsonMap(metadata) ? metadata : {};
  return [group, kind, namespace, name].map((part) => (typeof part === 'string' ? part : '')).join('/');
}

/** Objects by what tells them apart; of several the first. */
export function byKey(objects: readonly JsonMap[]): ReadonlyMap<string, JsonMap> {
  return new Map(objects.map((object) => [objectKey(object), object] as const).reverse());
}
