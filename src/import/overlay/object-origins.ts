import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonValue } from '../../diagnostics/json-value.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { OriginMap } from '../../model/compiled-object.ts';
import type { LiveObject } from '../live-objects.ts';
import { lazySpan } from './lazy-span.ts';

/** Where each value of an object stands in the text it came from. */
export function objectOrigins(live: LiveObject): OriginMap {
  const origins = new Map<string, Origin>();
  const add = (path: readonly PathSegment[]) => {
    origins.set(jsonPointer(...path), { span: lazySpan(live, path) });
  };
  const addAll = (value: JsonValue, path: readonly PathSegment[]) => {
    add(path);
    const children = Array.isArray(value) ? value.entries() : isJsonMap(value) ? Object.entries(value) : [];
    for (const [key, child] of children) addAll(child as JsonValue, [...path, key]);
  };
  add([]);
  add(['metadata', 'name']);
  addAll(live.spec, ['spec']);
  return origins;
}
