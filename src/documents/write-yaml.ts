import { invariant } from '../diagnostics/invariant.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import { isLiteralSafe, isPlainSafe, quoteString } from './quote-string.ts';

/** Readers need not support implicit keys longer than 1,024 characters, quotes and escapes included. */
const IMPLICIT_KEY_LENGTH_MAX = 1_000;

/**
 * Writes plain data as YAML that readers of version 1.1 and 1.2 understand alike. Block style, two spaces, keys in
 * the order of the data, no line folding, no document marker, a line break at the end: the same data gives the same
 * bytes. It is our own, and not the library's, because that one quotes for one version only and takes twenty times
 * as long.
 */
export function writeYaml(value: JsonValue): string {
  if (isCollection(value) && !isEmpty(value)) return writeBlock(value, '');
  return `${writeInline(value)}\n`;
}

type Collection = readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The lines of a collection that is not empty, the first one without its indentation. */
function writeBlock(value: Collection, indent: string): string {
  return isList(value) ? writeList(value, indent) : writeMap(value, indent);
}

function writeList(list: readonly JsonValue[], indent: string): string {
  let text = '';
  for (const item of list) {
    const content =
      isCollection(item) && !isEmpty(item)
        ? writeBlock(item, `${indent}  `)
        : `${writeScalar(item, `${indent}  `)}\n`;
    text += `${text === '' ? '' : indent}- ${content}`;
  }
  return text;
}

function writeMap(map: { readonly [key: string]: JsonValue }, indent: string): string {
  let text = '';
  for (const [key, value] of Object.entries(map)) {
    // Data from typed props may hold optional fields that are present but undefined.
    if (value === undefined) continue;
    text += `${text === '' ? '' : indent}${writeKey(key, indent)}`;
    const inner = `${indent}  `;
    if (isCollection(value) && !isEmpty(value)) text += `\n${inner}${writeBlock(value, inner)}`;
    else text += ` ${writeScalar(value, inner)}\n`;
  }
  return text;
}

/** The key with its colon. */
function writeKey(key: string, indent: string): string {
  const text = isPlainSafe(key) ? key : quoteString(key);
  return text.length > IMPLICIT_KEY_LENGTH_MAX ? `? ${text}\n${indent}:` : `${text}:`;
}

/** A value that fits on the line of its key or dash, or a literal block that starts there. */
function writeScalar(value: JsonValue, indent: string): string {
  if (typeof value === 'string' && isLiteralSafe(value)) return writeLiteral(value, indent);
  return writeInline(value);
}

function writeInline(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return isPlainSafe(value) ? value : quoteString(value);
    case 'number':
      return writeNumber(value);
    case 'boolean':
      return String(value);
    default:
      if (value === null) return 'null';
      return isList(value) ? '[]' : '{}';
  }
}

/** YAML 1.1 takes `1e+21` for a string: it wants a point before an exponent. */
function writeNumber(value: number): string {
  invariant(Number.isFinite(value), 'data for YAML holds finite numbers only');
  const text = String(value);
  if (!text.includes('e')) return text;
  return text.includes('.') ? text : text.replace('e', '.0e');
}

function writeLiteral(value: string, indent: string): string {
  const body = value.replace(/\n+$/, '');
  const trailing = value.length - body.length;
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
  return `|${chomping}\n${lines.join('\n')}${'\n'.repeat(Math.max(trailing - 1, 0))}`;
}

function isCollection(value: JsonValue): value is Collection {
  return typeof value === 'object' && value !== null;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: Collection): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isEmpty(value: Collection): boolean {
  if (isList(value)) return value.length === 0;
  for (const key in value) if (value[key] !== undefined) return false;
  return true;
}
