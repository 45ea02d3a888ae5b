import type { JsonValue } from '../diagnostics/json-value.ts';
import { canonical } from './differences.ts';

export interface ChangedItem {
  /** The side that has it. */
  readonly of: 'before' | 'after';
  readonly index: number;
}

/** Of lists the first item that only one side has: new ones count before those that are gone. Undefined: no lists. */
export function changedItem({
  before,
  after,
}: {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}): ChangedItem | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const lists = [
    { of: 'after', list: after, other: before },
    { of: 'before', list: before, other: after },
  ] as const;
  for (const { of, list, other } of lists) {
    const known = new Set(other.map((one: JsonValue) => canonical(one)));
    const index = list.findIndex((one: JsonValue) => !known.has(canonical(one)));
    if (index >= 0) return { of, index };
  }
  return undefined;
}
