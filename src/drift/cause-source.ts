import { isBuiltIn } from '../diagnostics/is-built-in.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { OriginMap } from '../model/compiled-object.ts';
import { narrowest } from './change-text.ts';
import { type ChangedItem, changedItem } from './changed-item.ts';
import { editedSpan } from './edited-span.ts';
import type { LeafChange } from './leaf-changes.ts';

interface WithOrigins {
  readonly origins: OriginMap;
}

export interface CauseSides {
  readonly before: WithOrigins;
  readonly after: WithOrigins;
}

/** The line that decides a field: head's, or base's where head has the field no more. Paths are keys into the spec. */
export function causeSource(change: LeafChange, sides: CauseSides): Span {
  const { origin, pointer, other } = causeOrigin(change, sides);
  return editedSpan(origin, pointer, other);
}

/** Whether nobody wrote the field: it follows from others. */
export function isDerived(change: LeafChange, sides: CauseSides): boolean {
  return isBuiltIn(causeOrigin(change, sides).origin);
}

/** Of a list that head has written, what is gone has no line there: the list has. */
function ownItem(item: ChangedItem | undefined, list: string, origins: OriginMap): ChangedItem | undefined {
  if (item?.of !== 'before') return item;
  const origin = origins.get(list);
  return origin === undefined || isBuiltIn(origin) ? item : undefined;
}

interface CauseOrigin {
  readonly origin: Origin;
  readonly pointer: string;
  /** The other side's. */
  readonly other: OriginMap;
}

function causeOrigin(change: LeafChange, { before, after }: CauseSides): CauseOrigin {
  const narrow = narrowest(change);
  const item = ownItem(changedItem(narrow), jsonPointer('spec', ...narrow.path), after.origins);
  const isBefore = item === undefined ? narrow.after === undefined : item.of === 'before';
  const [decides, other] = isBefore ? [before, after] : [after, before];
  const pointer = jsonPointer(
    'spec',
    ...narrow.path.map((key) => /^\[(\d+)\]$/.exec(key)?.[1] ?? key),
    ...(item === undefined ? [] : [item.index]),
  );
  const { origins } = decides;
  const within = [...origins.keys()].find((known) => known.startsWith(`${pointer}/`));
  const at = origins.has(pointer) ? pointer : (within ?? pointer);
  return { origin: originAt(origins, at), pointer: at, other: other.origins };
}
