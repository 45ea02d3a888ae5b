import { alternatives, shorten } from '../diagnostics/describe-value.ts';
import { isSameJson } from '../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { canonical } from './differences.ts';

export interface Change {
  readonly path: readonly string[];
  /** Absent: undefined. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** What the path starts in. */
  readonly within: readonly string[];
}

/** What becomes of a field. Where both values are long, the part that differs. */
export function changeText({ within, ...change }: Change): string {
  const { path, ...values } = narrowest(change);
  const field = `\`${[...within, ...path].join('.').replaceAll(/\.(\[\d+\])/g, '$1')}\``;
  if (values.before === undefined) return `${field} is absent and becomes ${valueText(values.after)}`;
  if (values.after === undefined) return `${field} is ${valueText(values.before)} and goes`;
  if (isList(values.before) && isList(values.after)) {
    return `${field} ${listChange(values.before, values.after)}`;
  }
  const [before, after] = [textOf(values.before), textOf(values.after)];
  const from = shorten(before) === shorten(after) ? commonStart(before, after) : 0;
  return `${field} is ${excerpt(before, from)} and becomes ${excerpt(after, from)}`;
}

type Values = Omit<Change, 'within'>;

/** Down to the only key or item that differs; items are called `[0]`. */
export function narrowest({ path, before, after }: Values): Values {
  const parts =
    isList(before) && isList(after) && before.length === after.length ? items(before) : keys(before);
  const others = isList(after) ? items(after) : keys(after);
  if (parts === undefined || others === undefined || isList(before) !== isList(after)) {
    return { path, before, after };
  }
  const names = [...new Set([...parts.keys(), ...others.keys()])];
  const different = names.filter((name) => !isSameJson(parts.get(name), others.get(name)));
  const [name] = different;
  if (name === undefined || different.length > 1) return { path, before, after };
  return narrowest({ path: [...path, name], before: parts.get(name), after: others.get(name) });
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
function listChange(before: readonly JsonValue[], after: readonly JsonValue[]): string {
  const [one, other] = [textOf(before), textOf(after)];
  if (shorten(one) === one && shorten(other) === other) {
    return `is \`${one}\` and becomes \`${other}\``;
  }
  const gone = without(before, after);
  const added = without(after, before);
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
