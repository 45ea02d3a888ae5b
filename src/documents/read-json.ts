import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { jsonErrorOffset } from '../diagnostics/json-error.ts';
import { tooDeepOffset } from '../diagnostics/json-depth.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import { followPath } from '../diagnostics/located-path.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import type { InputLimits } from './input-limits.ts';
import { locateJson } from './locate-json.ts';
import type { PlainDocument, PlainDocuments } from './plain-document.ts';

/**
 * Reads JSON: one value, or several, each starting a line, as one gets from `kubectl get` called twice or from tools
 * that write a value a line. A broken one does not take the others with it.
 */
export function readJson(source: Source, { depth }: Pick<InputLimits, 'depth'>): PlainDocuments {
  const { text } = source;
  const deep = tooDeepOffset(text, depth);
  if (deep !== undefined) return { documents: [], diagnostics: [tooDeep(source, deep, depth)] };
  const all = readPart(source, { start: 0, end: text.length });
  if (all !== undefined) return { documents: [all], diagnostics: [] };
  const parts = partsOf(text);
  const documents = parts.map((part) => readPart(source, part));
  const read = documents.filter((document) => document !== undefined);
  if (read.length === 0) return { documents: [], diagnostics: [syntaxError(source, parts[0]?.start ?? 0)] };
  const broken = parts.filter((_part, i) => documents[i] === undefined);
  return {
    documents: read,
    diagnostics: broken.slice(0, BROKEN_PARTS_MAX).map(({ start, end }) => syntaxError(source, start, end)),
  };
}

/** A file full of mistakes is told by the first of them. */
const BROKEN_PARTS_MAX = 1_000;

function tooDeep(source: Source, start: number, depth: number): Diagnostic {
  const span = { source, start, end: start + 1 };
  return diagnostic('PW1032', span, `the nesting is deeper than ${depth} levels`, {
    help: 'Nothing that people or programs write needs that depth; the file may be damaged.',
  });
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Inside a value that was written by a tool no line starts with a bracket. */
function partsOf(text: string): Part[] {
  const starts = [...text.matchAll(/^[{[]/gm)].map(({ index }) => index);
  if (text.slice(withoutMark(text), starts[0]).trim() !== '') starts.unshift(withoutMark(text));
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}

function readPart(source: Source, { start, end }: Part): PlainDocument | undefined {
  const from = start === 0 ? withoutMark(source.text) : start;
  try {
    const value = JSON.parse(source.text.slice(from, end)) as JsonValue;
    let root: LocatedValue | undefined;
    const locate: PlainDocument['locate'] = (path) =>
      followPath((root ??= locateJson(source, from, end)), path).nearest;
    return { source, value, locate };
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0;
}

function syntaxError(source: Source, from: number, to = source.text.length): Diagnostic {
  const text = source.text.slice(from, to);
  const at = jsonErrorOffset(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text);
  const start = from + Math.min(at, text.trimEnd().length);
  const found = source.text.slice(start, to).trimStart() === '' ? '' : (source.text[start] ?? '');
  const span = { source, start, end: Math.min(start + 1, source.text.length) };
  if (text.trim() === '')
    return diagnostic('PW1040', span, 'the file is empty', { help: 'Nothing is read from it.' });
  const message =
    found === ''
      ? 'the JSON text ends too early'
      : `\`${printable(source.text, start)}\` is not JSON at this place`;
  return diagnostic('PW1040', span, message, { help: helpFor(source.text, start, found) });
}

/** The word, or the character, that was not expected. */
function printable(text: string, start: number): string {
  return (
    /^[\w.$-]{1,30}/.exec(text.slice(start, start + 30))?.[0] ??
    String.fromCodePoint(text.codePointAt(start) ?? 0)
  );
}

function helpFor(text: string, start: number, found: string): string {
  if (found === '') return 'Brackets or quotes are still open; the file may have been cut off.';
  if (found === "'") return 'JSON has double quotes only.';
  if (found === '/' || found === '#') return 'JSON has no comments.';
  const before = text
    .slice(Math.max(0, start - 1000), start)
    .trimEnd()
    .at(-1);
  if ((found === '}' || found === ']') && before === ',') return 'Remove the comma before it.';
  if (before !== undefined && /["\w}\]]/.test(before) && /["\w{[]/.test(found))
    return 'A comma or colon may be missing before it.';
  if (found === '"') return 'The text that starts here is not closed, or holds what JSON wants escaped.';
  if (/[A-Za-z_]/.test(found)) return 'Texts and keys are in double quotes.';
  return 'Check the quotes, commas and brackets around it.';
}
