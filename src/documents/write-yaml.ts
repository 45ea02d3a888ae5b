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
export function writeYaml(value: JsonValue, { shortLists = 'block' }: YamlStyle = {}): string {
  if (isCollection(value) && !isEmpty(value)) return new Writer(shortLists).block(value, '');
  return `${writeInline(value)}\n`;
}

export interface YamlStyle {
  /**
   * Lists of a few scalars in a map: an item a line, or `[c, m, r]` as people write them.
   *
   * @default block
   */
  readonly shortLists?: 'block' | 'inline';
}

/** Longer lists are easier to read, and to compare, with an item a line. */
const INLINE_COLUMNS = 80;

type Collection = readonly JsonValue[] | { readonly [key: string]: JsonValue };

class Writer {
  readonly #shortLists: 'block' | 'inline';

  constructor(shortLists: 'block' | 'inline') {
    this.#shortLists = shortLists;
  }

  /** The lines of a collection that is not empty, the first one without its indentation. */
  block(value: Collection, indent: string): string {
    return isList(value) ? this.#list(value, indent) : this.#map(value, indent);
  }

  #list(list: readonly JsonValue[], indent: string): string {
    let text = '';
    for (const item of list) {
      const content =
        isCollection(item) && !isEmpty(item)
          ? this.block(item, `${indent}  `)
          : `${writeScalar(item, `${indent}  `)}\n`;
      text += `${text === '' ? '' : indent}- ${content}`;
    }
    return text;
  }

  #map(map: { readonly [key: string]: JsonValue }, indent: string): string {
    let text = '';
    for (const [key, value] of Object.entries(map)) {
      // Data from typed props may hold optional fields that are present but undefined.
      if (value === undefined) continue;
      text += `${text === '' ? '' : indent}${writeKey(key, indent)}`;
      const inner = `${indent}  `;
      const short = this.#shortLists === 'inline' ? shortList(value) : undefined;
      if (short !== undefined) text += ` ${short}\n`;
      else if (isCollection(value) && !isEmpty(value)) text += `\n${inner}${this.block(value, inner)}`;
      else text += ` ${writeScalar(value, inner)}\n`;
    }
    return text;
  }
}

/** `[c, m, r]`; undefined for what is no short list of scalars. */
function shortList(value: JsonValue): string | undefined {
  if (!isCollection(value) || !isList(value) || value.some(isCollection)) return undefined;
  // Inside brackets a comma ends a plain text.
  const items = value.map((item) =>
    typeof item === 'string' && item.includes(',') ? quoteString(item) : writeInline(item),
  );
  const text = `[${items.join(', ')}]`;
  return text.length <= INLINE_COLUMNS ? text : undefined;
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
