import { isSameJson } from '../diagnostics/is-same-json.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import type { Span } from '../diagnostics/span.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { causeSource } from './cause-source.ts';
import { type LeafChange, leafChanges } from './leaf-changes.ts';

/**
 * The line of the node class that a change of an infrastructure template comes from: the same change, or the only one there
 * is. Templates only remember fields as a whole. Undefined: it cannot be told.
 */
export function classSource(change: LeafChange, base: CompiledPool, head: CompiledPool): Span | undefined {
  const { nodeClass: before } = base;
  const { nodeClass: after } = head;
  if (before === undefined || after === undefined) return undefined;
  const found = leafChanges(before.spec as unknown as JsonValue, after.spec as unknown as JsonValue);
  const same = found.find(
    (one) =>
      one.path.at(-1) === change.path.at(-1) &&
      isSameJson(one.before, change.before) &&
      isSameJson(one.after, change.after),
  );
  const decisive = same ?? (found.length === 1 ? found[0] : undefined);
  return decisive === undefined ? undefined : causeSource(decisive, { before, after });
}
