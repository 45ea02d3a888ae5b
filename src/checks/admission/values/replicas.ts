import { isJsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { fieldOf } from '../schema/read-fields.ts';
import { type Finding, invalid } from './finding.ts';
import { childOf, type Path } from './path.ts';

const MAX_INT32 = 2 ** 31 - 1;

/** Of the subresource `scale`: the wanted replicas, under a path like `.spec.replicas`, are a count. */
export function replicasFindings(object: JsonValue, specReplicasPath: string): readonly Finding[] {
  let at: JsonValue | undefined = object;
  let path: Path | undefined;
  for (const name of specReplicasPath.replace(/^\./, '').split('.')) {
    at = isJsonMap(at) ? fieldOf(at, name) : undefined;
    path = childOf(path, name);
  }
  if (typeof at !== 'number' || !Number.isInteger(at)) return [];
  if (at < 0) return [invalid(path, at, 'should be a non-negative integer')];
  return at > MAX_INT32 ? [invalid(path, at, `should be less than or equal to ${MAX_INT32}`)] : [];
}
