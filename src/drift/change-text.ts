import { alternatives, shorten } from '../diagnostics/describe-value.ts';
import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { canonical, isSame } from './differences.ts';

export interface Change {
  readonly path: readonly string[];
  /** Absent: undefined. */
  readonly live: JsonValue | undefined;
  readonly compiled: JsonValue | undefined;
  /** What the path starts in. */
  readonly within: readonly string[];
}

/** What becomes of a field. Where both values are long, the part that differs. */
export function changeText({ within, ...change }: Change): string {
  const { path, live, compiled } = narrowest(change);
  const field = `\`${[...within, ...path].join('.').replaceAll(/\.(\[\d+\])/g, '$1')}\``;
  if (live === undefined) return `${field} is absent and becomes ${valueText(compiled)}`;
  if (compiled === undefined) return `${field} is ${valueText(live)} and goes`;
  if (isList(live) && isList(compiled)) return `${field} ${listChange(live, compiled)}`;
  const [before, after] = [textOf(live), textOf(compiled)];
  const from = shorten(before) === shorten(after) ? commonStart(before, after) : 0;
  return `${field} is ${excerpt(before, from)} and becomes ${excerpt(after, from)}`;
}

type Values = Omit<Change, 'within'>;

/** Down to the only key or item that differs. */
function narrowest({ path, live, compiled }: Values): Values {
  const parts =
    isList(live) && isList(compiled) && live.length === compiled.length ? items(live) : keys(live);
  const others = isList(compiled) ? items(compiled) : keys(compiled);
  if (parts === undefined || others === undefined || isList(live) !== isList(compiled)) {
    return { path, live, compiled };
  }
  const names = [...new Set([...parts.keys(), ...others.keys()])];
  const different = names.filter((name) => !isSame(parts.get(name), others.get(name)));
  const [name] = different;
  if (name === undefined || different.length > 1) return { path, live, compiled };
  return narrowest({ path: [...path, name], live: parts.get(name), compiled: others.get(name) });
}

function items(list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  return new Map(list.map((item, i) => [`[${i}]`, item]));
}

function keys(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined {
  return isJsonMap(value) ? new Map(Object.entries(value)) : undefined;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Short lists are shown; of long ones what goes and what comes. */
function listChange(live: readonly JsonValue[], compiled: readonly JsonValue[]): string {
  const [before, after] = [textOf(live), textOf(compiled)];
  if (shorten(before) === before && shorten(after) === after) {
    return `is \`${before}\` and becomes \`${after}\``;
  }
  const gone = without(live, compiled);
  const added = without(compiled, live);
  if (gone.length === 0 && added.length === 0) return 'comes in another order';
  const parts = [
    ...(gone.length === 0 ? [] : [`loses ${listText(gone)}`]),
    ...(added.length === 0 ? [] : [`gets ${listText(added)}`]),
  ];
  return alternatives(parts, 'and');
}

/** The items of one list that the other has not, as often. */
function without(list: readonly JsonValue[], other: readonly JsonValue[]): readonly JsonValue[] {
  const left = other.map(canonical);
  return list.filter((item) => {
    const at = left.indexOf(canonical(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const MOST_ITEMS = 3;

function listText(list: readonly JsonValue[]): string {
  const shown = list.slice(0, MOST_ITEMS).map(valueText);
  const rest = list.length - shown.length;
  return alternatives(rest === 0 ? shown : [...shown, `${rest} more`], 'and');
}

function valueText(value: JsonValue | undefined): string {
  return excerpt(textOf(value), 0);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** From shortly before the first difference on. */
function excerpt(text: string, from: number): string {
  const start = Math.max(0, from - BEFORE);
  const line = start === 0 ? text : `…${text.slice(start).replaceAll(/\r?\n/g, ' ')}`;
  return `\`${shorten(line)}\``;
}

const BEFORE = 16;

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
