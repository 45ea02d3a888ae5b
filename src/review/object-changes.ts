import type { CompiledCluster } from '../model/compilation.ts';
import type { ObjectChange } from '../model/review.ts';
import { type AnyObject, clusterObjects, keyOf } from './compiled-objects.ts';
import type { StoredRules } from './drift-rules.ts';
import { isSameObject, plainOf } from './same-object.ts';

export interface ObjectChangesInput {
  /** Absent: nothing is there. */
  readonly base?: CompiledCluster | undefined;
  readonly head?: CompiledCluster | undefined;
  readonly rules: StoredRules;
}

/** The objects that differ, matched by identity, sorted by key. */
export function objectChanges({ base, head, rules }: ObjectChangesInput): readonly ObjectChange[] {
  if (base === head) return [];
  const before = base === undefined ? new Map<string, AnyObject>() : clusterObjects(base);
  const after = head === undefined ? new Map<string, AnyObject>() : clusterObjects(head);
  const changes: [id: string, ObjectChange][] = [];
  for (const [id, object] of after) {
    const old = before.get(id);
    if (old !== undefined && isSameObject(old, object, rules)) continue;
    changes.push([
      id,
      {
        key: keyOf(object),
        ...(object.pool === undefined ? {} : { pool: object.pool }),
        change: old === undefined ? 'added' : 'changed',
        ...(old === undefined ? {} : { before: plainOf(old) }),
        after: plainOf(object),
      },
    ]);
  }
  for (const [id, object] of before) {
    if (after.has(id)) continue;
    const pool = object.pool === undefined ? {} : { pool: object.pool };
    changes.push([id, { key: keyOf(object), ...pool, change: 'removed', before: plainOf(object) }]);
  }
  return changes.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}
