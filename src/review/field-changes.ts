import { jsonPointer } from '../diagnostics/json-pointer.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import type { Span } from '../diagnostics/span.ts';
import { changeText } from '../drift/change-text.ts';
import { changedItem } from '../drift/changed-item.ts';
import { canonical, fieldAt } from '../drift/differences.ts';
import { editedSpan } from '../drift/edited-span.ts';
import { CAPACITY_KEYS } from '../kubernetes/scale-from-zero/keys.ts';
import type { OriginMap } from '../model/compiled-object.ts';
import type { FieldChange } from '../model/review.ts';
import type { AnyObject } from './compiled-objects.ts';
import { rulesFor, type StoredRules } from './drift-rules.ts';
import { type LeafChange, leafChanges } from './leaf-changes.ts';
import { matchObjects, type ObjectPair } from './match-objects.ts';
import type { PoolPair } from './pair-pools.ts';
import { plainOf, specDifferences } from './same-object.ts';
import { valueText } from './words.ts';

/** The fields of a pool's objects that differ. What many MachineDeployments have in common is said once. */
export function fieldChanges(pair: PoolPair, rules: StoredRules): readonly FieldChange[] {
  if (pair.base === undefined || pair.head === undefined) return [];
  const found = new Map<string, FieldChange>();
  for (const objects of matchObjects(pair.base, pair.head)) {
    for (const change of objectFields(objects, rules)) {
      const { kind, pointer, before, after } = change;
      const key = [kind, pointer, canonical(before), canonical(after)].join('\0');
      if (!found.has(key)) found.set(key, change);
    }
  }
  return [...found.values()];
}

function objectFields({ before, after }: ObjectPair, rules: StoredRules): readonly FieldChange[] {
  return changesOf(before, after, rules).map((change) => {
    const { path } = change;
    const source = sourceOf(change, before, after);
    return {
      kind: after.kind,
      pointer: jsonPointer(...path),
      ...(change.before === undefined ? {} : { before: change.before }),
      ...(change.after === undefined ? {} : { after: change.after }),
      message: messageOf(change),
      ...(source === undefined ? {} : { source }),
    };
  });
}

function changesOf(before: AnyObject, after: AnyObject, rules: StoredRules): readonly LeafChange[] {
  const drift = rulesFor(after.kind, rules);
  if (drift === undefined) {
    return leafChanges({ path: [], before: plainOf(before), after: plainOf(after) })
      .filter(({ path }) => !isDerived(path))
      .flatMap(differingPieces);
  }
  return specDifferences(before, after, drift).flatMap(({ path, before: was, after: is }) =>
    leafChanges({ path: ['spec', ...path], before: was, after: is }),
  );
}

function messageOf({ path, before, after }: LeafChange): string {
  const texts = path.map(segmentText);
  if (!isOfPieces(path)) return changeText({ path: texts, before, after, within: [] });
  const parts = [
    ...(before === undefined ? [] : [`loses \`${valueText(before)}\``]),
    ...(after === undefined ? [] : [`gets \`${valueText(after)}\``]),
  ];
  return `\`${texts.join('.')}\` ${parts.join(' and ')}`;
}

function segmentText(segment: string | number): string {
  return typeof segment === 'number' ? `[${segment}]` : segment;
}

/** What follows from other fields: names from the content of what they name, digests from what they are of. */
function isDerived(path: LeafChange['path']): boolean {
  const text = path.join('/');
  return text === 'metadata/name' || DERIVED.test(text);
}

const DERIVED = /(?:configRef|infrastructureRef)\/name$|\/poolwright-shape$/;
const SHAPE_PIECE = /\/poolwright-shape=/;

/** Annotations with many pieces differ in some of them, and only those tell something. */
function differingPieces(change: LeafChange): readonly LeafChange[] {
  const { path, before, after } = change;
  if (!isOfPieces(path) || typeof before !== 'string' || typeof after !== 'string') return [change];
  const [old, now] = [before.split(','), after.split(',')];
  const only = (list: readonly string[], other: readonly string[]) =>
    list.filter((piece) => !other.includes(piece) && !SHAPE_PIECE.test(piece)).join(',');
  const [gone, added] = [only(old, now), only(now, old)];
  if (gone === '' && added === '') return [];
  return [{ path, before: gone === '' ? undefined : gone, after: added === '' ? undefined : added }];
}

function isOfPieces(path: LeafChange['path']): boolean {
  return PIECES.has(String(path.at(-1)));
}

const PIECES: ReadonlySet<string> = new Set([CAPACITY_KEYS.labels, CAPACITY_KEYS.taints]);

/** The line that decides: head's, or base's where head has no such field of its own. */
function sourceOf(change: LeafChange, before: AnyObject, after: AnyObject): Span | undefined {
  const { path } = change;
  const item = changedItem(change);
  if (item !== undefined) {
    const [own, other] = item.of === 'after' ? [after, before] : [before, after];
    return spanAt(jsonPointer(...path, item.index), own.origins, other.origins);
  }
  const isSaid = (object: AnyObject) => isThere(plainOf(object), path);
  const isBefore = change.after === undefined || (!isSaid(after) && isSaid(before));
  const [own, other] = isBefore ? [before, after] : [after, before];
  return spanAt(jsonPointer(...path), own.origins, other.origins);
}

function isThere(value: JsonValue, path: LeafChange['path']): boolean {
  let current: JsonValue | undefined = value;
  for (const segment of path) {
    current =
      typeof segment === 'number' && Array.isArray(current)
        ? current[segment]
        : fieldAt(current ?? null, [String(segment)]);
  }
  return current !== undefined;
}

/** Of a part that has no line of its own the first line within it, else the one around it. */
function spanAt(pointer: string, origins: OriginMap, other: OriginMap): Span | undefined {
  if (!origins.has('')) return undefined;
  if (!origins.has(pointer)) {
    for (const [inner, origin] of origins) {
      if (inner.startsWith(`${pointer}/`)) return editedSpan(origin, inner, other);
    }
  }
  return editedSpan(originAt(origins, pointer), pointer, other);
}
