import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { JSON_DEPTH_MAX, tooDeepOffset } from '../diagnostics/json-depth.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { jsonErrorOffset } from '../diagnostics/json-error.ts';

export type JsonPath = readonly (string | number)[];

/** The value of a JSON text, or the finding that it is none. A byte order mark is taken for a blank. */
export function readJson(source: Source, code: DiagnosticCode): { value: unknown } | { problem: Diagnostic } {
  const text = source.text.replace(/^\uFEFF/, ' ');
  const deep = tooDeepOffset(text);
  if (deep !== undefined) {
    const span = { source, start: deep, end: deep + 1 };
    const message = `\`${source.file}\` is nested deeper than ${JSON_DEPTH_MAX} levels`;
    return { problem: diagnostic(code, span, message) };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const start = jsonErrorOffset(text);
    const what = text.trim() === '' ? 'is empty' : 'is not JSON';
    const span = { source, start, end: Math.min(start + 1, text.length) };
    return { problem: diagnostic(code, span, `\`${source.file}\` ${what}`) };
  }
}

/**
 * Where the value at a path stands, or as far as the path exists. Scans the text anew: only for findings, which are
 * rare, so that reading a large file costs no positions.
 */
export function spanOfPath(source: Source, path: JsonPath): Span {
  const { text } = source;
  let start = skipBlanks(text, text.startsWith('\uFEFF') ? 1 : 0);
  for (const segment of path) {
    const child =
      typeof segment === 'number' ? itemStart(text, start, segment) : memberStart(text, start, segment);
    if (child === undefined) break;
    start = child;
  }
  return { source, start, end: valueEnd(text, start) };
}

function memberStart(text: string, start: number, key: string): number | undefined {
  if (text[start] !== '{') return undefined;
  let at = skipBlanks(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const isWanted = JSON.parse(text.slice(at, keyEnd)) === key;
    const value = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    if (isWanted) return value;
    at = nextElement(text, value);
  }
  return undefined;
}

function itemStart(text: string, start: number, index: number): number | undefined {
  if (text[start] !== '[') return undefined;
  let at = skipBlanks(text, start + 1);
  for (let i = 0; at < text.length && text[at] !== ']'; i++) {
    if (i === index) return at;
    at = nextElement(text, at);
  }
  return undefined;
}

/** Start of what follows the value at `at` after a comma; the closing bracket otherwise. */
function nextElement(text: string, at: number): number {
  const end = skipBlanks(text, valueEnd(text, at));
  return text[end] === ',' ? skipBlanks(text, end + 1) : end;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first === '{' || first === '[') return bracketEnd(text, start);
  let at = start;
  while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at++;
  return at;
}

function bracketEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const unit = text[at];
    if (unit === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') depth--;
    at++;
    if (depth === 0) break;
  }
  return at;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
