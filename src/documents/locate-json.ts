import type {
  LocatedEntry,
  LocatedList,
  LocatedMap,
  LocatedScalar,
  LocatedValue,
} from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Source } from '../diagnostics/source.ts';
import { readPlainScalar } from './plain-scalar.ts';

/**
 * Recovers positions in a JSON text that JSON.parse has accepted: `JSON.parse` of a dump takes a hundredth of the time
 * and memory of a tree with positions, and hardly any of them is ever shown. The tree unfolds as it is walked, one
 * level at a time, so neither the size nor the depth of the text matters. `start` and `end` enclose one value.
 */
export function locateJson(source: Source, start: number, end: number): LocatedValue {
  let last = end;
  while (isBlank(source.text.charCodeAt(last - 1))) last--;
  return located({ span: { source, start: skipBlanks(source.text, start), end: last } });
}

function located(origin: Origin): LocatedValue {
  const { source, start, end } = origin.span;
  const first = source.text[start];
  if (first === '{') return new JsonMap(origin);
  if (first === '[') return new JsonList(origin);
  return scalar(source.text.slice(start, end), origin);
}

function scalar(written: string, origin: Origin): LocatedScalar {
  if (written.startsWith('"')) {
    const value = JSON.parse(written) as string;
    return { kind: 'scalar', value, text: value, style: 'quoted', origin };
  }
  // What JSON knows beside strings, YAML reads alike.
  return { kind: 'scalar', value: readPlainScalar(written), text: written, style: 'plain', origin };
}

class JsonMap implements LocatedMap {
  readonly kind = 'map';
  readonly origin: Origin;
  #entries: ReadonlyMap<string, LocatedEntry> | undefined;

  constructor(origin: Origin) {
    this.origin = origin;
  }

  /** Of a key that is given twice the last one, as JSON.parse takes it. */
  get entries(): ReadonlyMap<string, LocatedEntry> {
    this.#entries ??= new Map(membersOf(this.origin).map((entry) => [entry.key, entry]));
    return this.#entries;
  }
}

class JsonList implements LocatedList {
  readonly kind = 'list';
  readonly origin: Origin;
  #items: readonly LocatedValue[] | undefined;

  constructor(origin: Origin) {
    this.origin = origin;
  }

  get items(): readonly LocatedValue[] {
    this.#items ??= itemsOf(this.origin);
    return this.#items;
  }
}

function membersOf({ span: { source, start, end } }: Origin): LocatedEntry[] {
  const { text } = source;
  const entries: LocatedEntry[] = [];
  let at = skipBlanks(text, start + 1);
  while (text[at] === '"') {
    const keySpan = { source, start: at, end: stringEnd(text, at) };
    const key = JSON.parse(text.slice(keySpan.start, keySpan.end)) as string;
    // Behind the colon.
    const valueStart = skipBlanks(text, skipBlanks(text, keySpan.end) + 1);
    const span = { source, start: valueStart, end: valueEnd(text, valueStart, end) };
    entries.push({ key, keySpan, value: located({ span, keySpan }) });
    at = nextElement(text, span.end);
  }
  return entries;
}

function itemsOf({ span: { source, start, end } }: Origin): LocatedValue[] {
  const { text } = source;
  const items: LocatedValue[] = [];
  let at = skipBlanks(text, start + 1);
  while (text[at] !== ']') {
    const span = { source, start: at, end: valueEnd(text, at, end) };
    items.push(located({ span }));
    at = nextElement(text, span.end);
  }
  return items;
}

/** Start of the element after the value that ends at `end`, or the closing bracket. */
function nextElement(text: string, end: number): number {
  const at = skipBlanks(text, end);
  return text[at] === ',' ? skipBlanks(text, at + 1) : at;
}

const SCALAR = /[^\s,\]}]*/y;

function valueEnd(text: string, start: number, limit: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first === '{' || first === '[') return bracketEnd(text, start, limit);
  SCALAR.lastIndex = start;
  SCALAR.exec(text);
  return SCALAR.lastIndex;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function bracketEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  let at = start;
  while (at < limit) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    if (unit === 0x7b || unit === 0x5b) depth++;
    else if ((unit === 0x7d || unit === 0x5d) && --depth === 0) break;
  }
  return at;
}

/** Behind the closing quote. Most strings hold no escape, so the next quote is usually the one. */
function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((quote - before) % 2 === 1) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** A byte order mark counts as one. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === 0xfeff;
}
