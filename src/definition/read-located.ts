import { invariant } from '../diagnostics/invariant.ts';
import type {
  Located,
  LocatedList,
  LocatedMap,
  LocatedScalar,
  LocatedValue,
} from '../diagnostics/located.ts';

// Readers of trees that the schema has already accepted: another type than the one asked for is a bug.

export function readText(map: LocatedMap | undefined, key: string): Located<string> | undefined {
  return typed(scalarAt(map, key), 'string');
}

export function readNumber(map: LocatedMap | undefined, key: string): Located<number> | undefined {
  const scalar = scalarAt(map, key);
  // Beyond 2^53 integers arrive exact; where the schema wants any number, the nearest one will do.
  if (typeof scalar?.value === 'bigint') return { value: Number(scalar.value), origin: scalar.origin };
  return typed(scalar, 'number');
}

export function readFlag(map: LocatedMap | undefined, key: string): Located<boolean> | undefined {
  return typed(scalarAt(map, key), 'boolean');
}

/** Text from a closed set of words, which the schema has checked. */
export function readWord<Word extends string>(map: LocatedMap, key: string): Located<Word> | undefined {
  return readText(map, key) as Located<Word> | undefined;
}

export function readMap(map: LocatedMap | undefined, key: string): LocatedMap | undefined {
  const value = valueAt(map, key);
  if (value === undefined) return undefined;
  invariant(value.kind === 'map', `\`${key}\` is a map`);
  return value;
}

export function readList(map: LocatedMap | undefined, key: string): LocatedList | undefined {
  const value = valueAt(map, key);
  if (value === undefined) return undefined;
  invariant(value.kind === 'list', `\`${key}\` is a list`);
  return value;
}

/** The maps of a list; none when the list is absent. */
export function readMaps(map: LocatedMap | undefined, key: string): readonly LocatedMap[] {
  return (readList(map, key)?.items ?? []).map((item) => {
    invariant(item.kind === 'map', `\`${key}\` holds maps`);
    return item;
  });
}

/** The texts of a list; none when the list is absent. */
export function readTexts(map: LocatedMap | undefined, key: string): readonly Located<string>[] {
  return (readList(map, key)?.items ?? []).map((item) => {
    const text = typed(item, 'string');
    invariant(text !== undefined, `\`${key}\` holds text`);
    return text;
  });
}

/** A map of names to text; empty when absent. */
export function readTextMap(map: LocatedMap | undefined, key: string): ReadonlyMap<string, Located<string>> {
  const texts = new Map<string, Located<string>>();
  for (const [name, entry] of readMap(map, key)?.entries ?? []) {
    const text = typed(entry.value, 'string');
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

/** A required key. */
export function required<Value>(value: Value | undefined, key: string): Value {
  invariant(value !== undefined, `\`${key}\` is there`);
  return value;
}

interface Types {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

function typed<Type extends keyof Types>(
  value: LocatedValue | undefined,
  type: Type,
): Located<Types[Type]> | undefined {
  if (value === undefined || (value.kind === 'scalar' && value.value === null)) return undefined;
  invariant(value.kind === 'scalar' && typeof value.value === type, `a value is a ${type}`);
  return { value: value.value as Types[Type], origin: value.origin };
}

function scalarAt(map: LocatedMap | undefined, key: string): LocatedScalar | undefined {
  const value = valueAt(map, key);
  if (value === undefined) return undefined;
  invariant(value.kind === 'scalar', `\`${key}\` is a scalar`);
  return value;
}

function valueAt(map: LocatedMap | undefined, key: string): LocatedValue | undefined {
  const value = map?.entries.get(key)?.value;
  return value?.kind === 'scalar' && value.value === null ? undefined : value;
}
