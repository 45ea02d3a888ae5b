import { shorten } from '../diagnostics/describe-value.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry, LocatedScalar, LocatedValue } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { DEFAULT_INPUT_LIMITS, type InputLimits } from './input-limits.ts';
import { textProblems } from './text-problems.ts';

export interface ParsedJson {
  /** Absent after a syntax error. */
  readonly value: LocatedValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads strict JSON (RFC 8259) into a located tree. For files of a size that people write. Never throws. */
export function parseJson(source: Source, limits: Partial<InputLimits> = {}): ParsedJson {
  const allLimits = { ...DEFAULT_INPUT_LIMITS, ...limits };
  const diagnostics = textProblems(source, allLimits);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { value: undefined, diagnostics };
  const reader = new JsonReader(source, allLimits);
  const value = reader.readText();
  return { value, diagnostics: [...diagnostics, ...reader.diagnostics] };
}

const STRING = /"(?:[^"\\\n\r]|\\.)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORD = /[A-Za-z0-9_$.+'-]+/y;
const BLANK = /[ \t\n\r]*/y;

/** Thrown and caught inside this file only: JSON has no place to go on after an error. */
class SyntaxStop extends Error {
  readonly diagnostic: Diagnostic;

  constructor(found: Diagnostic) {
    super(found.message);
    this.diagnostic = found;
  }
}

class JsonReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: Source;
  readonly #limits: InputLimits;
  #at: number;
  #nodes = 0;

  constructor(source: Source, limits: InputLimits) {
    this.#source = source;
    this.#limits = limits;
    this.#at = source.text.startsWith('\ufeff') ? 1 : 0;
  }

  readText(): LocatedValue | undefined {
    try {
      const value = this.#value(undefined, 0);
      if (this.#next() !== '')
        throw this.#stop('only one value is expected', 'Remove what follows the first value.');
      return value;
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      this.diagnostics.push(error.diagnostic);
      return undefined;
    }
  }

  #value(keySpan: Span | undefined, depth: number): LocatedValue {
    const first = this.#next();
    if (++this.#nodes > this.#limits.nodes) {
      throw this.#stopAt(0, `the file holds more than ${this.#limits.nodes} values`, 'Split it.', 'PW1031');
    }
    if (depth > this.#limits.depth) {
      throw this.#stopAt(
        1,
        `the nesting is deeper than ${this.#limits.depth} levels`,
        'Make it flatter.',
        'PW1032',
      );
    }
    if (first === '{') return this.#map(keySpan, depth);
    if (first === '[') return this.#list(keySpan, depth);
    return this.#scalar(first, keySpan);
  }

  #map(keySpan: Span | undefined, depth: number): LocatedValue {
    const start = this.#at++;
    const entries = new Map<string, LocatedEntry>();
    for (let first = true; this.#goesOn('}', first); first = false) {
      if (this.#next() !== '"') throw this.#stop('a key in double quotes is expected', KEY_HELP);
      const key = this.#string();
      if (this.#next() !== ':') throw this.#stop('a `:` is expected after the key');
      this.#at++;
      const value = this.#value(key.span, depth + 1);
      const earlier = entries.get(key.text);
      if (earlier === undefined) entries.set(key.text, { key: key.text, keySpan: key.span, value });
      else this.diagnostics.push(duplicateKey(key.text, key.span, earlier.keySpan));
    }
    return { kind: 'map', entries, origin: this.#origin(start, keySpan) };
  }

  #list(keySpan: Span | undefined, depth: number): LocatedValue {
    const start = this.#at++;
    const items: LocatedValue[] = [];
    for (let first = true; this.#goesOn(']', first); first = false)
      items.push(this.#value(undefined, depth + 1));
    return { kind: 'list', items, origin: this.#origin(start, keySpan) };
  }

  /** Steps over a comma or the end of a collection; false at the end. */
  #goesOn(end: '}' | ']', first: boolean): boolean {
    const next = this.#next();
    if (next === end) {
      this.#at++;
      return false;
    }
    if (first) return true;
    if (next !== ',') throw this.#stop(`a \`,\` or \`${end}\` is expected`);
    const comma = this.#at++;
    if (this.#next() !== end) return true;
    this.#at = comma;
    throw this.#stopAt(
      1,
      `the comma before \`${end}\` is one too many`,
      'JSON allows no trailing comma. Remove it.',
    );
  }

  #scalar(first: string, keySpan: Span | undefined): LocatedScalar {
    const start = this.#at;
    if (first === '"') {
      const { text } = this.#string();
      return { kind: 'scalar', value: text, text, style: 'quoted', origin: this.#origin(start, keySpan) };
    }
    const word = this.#match(WORD) ?? '';
    const value = wordValue(word);
    if (value === undefined) {
      this.#at = start;
      if (word === '' || first === "'") throw this.#stop('a value is expected', scalarHelp(first));
      throw this.#stopAt(word.length, `\`${shorten(word)}\` is not a JSON value`, wordHelp(word));
    }
    return { kind: 'scalar', value, text: word, style: 'plain', origin: this.#origin(start, keySpan) };
  }

  #string(): { readonly text: string; readonly span: Span } {
    const start = this.#at;
    const written = this.#match(STRING);
    if (written === undefined)
      throw this.#stopAt(1, 'the quote that opens here is not closed on its line', CLOSE_HELP, 'PW1004');
    const span = { source: this.#source, start, end: this.#at };
    try {
      return { text: JSON.parse(written) as string, span };
    } catch {
      this.#at = start;
      throw this.#stopAt(written.length, BAD_STRING, ESCAPE_HELP, 'PW1005');
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** The next character that is not blank; empty at the end. */
  #next(): string {
    this.#match(BLANK);
    return this.#source.text[this.#at] ?? '';
  }

  #origin(start: number, keySpan: Span | undefined): LocatedValue['origin'] {
    const span = { source: this.#source, start, end: this.#at };
    return keySpan === undefined ? { span } : { span, keySpan };
  }

  /** Something else is expected than what comes next. */
  #stop(message: string, help?: string): SyntaxStop {
    const found = this.#source.text[this.#at];
    const instead = found === undefined ? 'but the file ends here' : `not \`${found}\``;
    return this.#stopAt(found === undefined ? 0 : 1, `${message}, ${instead}`, help);
  }

  #stopAt(length: number, message: string, help: string | undefined, code: StopCode = 'PW1040'): SyntaxStop {
    const span = { source: this.#source, start: this.#at, end: this.#at + length };
    return new SyntaxStop(diagnostic(code, span, message, { help }));
  }
}

type StopCode = 'PW1040' | 'PW1004' | 'PW1005' | 'PW1031' | 'PW1032';

const KEY_HELP = 'JSON allows no comments and no unquoted keys.';
const CLOSE_HELP = 'Close it on the same line; write a line break as `\\n`.';
const BAD_STRING = 'the string holds an escape or a control character that JSON does not allow';
const ESCAPE_HELP = 'JSON knows `\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\u0000`.';

function wordValue(word: string): number | bigint | boolean | null | undefined {
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'null') return null;
  NUMBER.lastIndex = 0;
  if (NUMBER.exec(word)?.[0] !== word) return undefined;
  const number = Number(word) + 0;
  const exact = Number.isSafeInteger(number) || !/^-?[0-9]{1,400}$/.test(word);
  return exact ? number : BigInt(word);
}

function scalarHelp(first: string): string | undefined {
  if (first === "'") return 'JSON knows only double quotes.';
  return first === '#' || first === '/' ? 'JSON allows no comments.' : undefined;
}

function wordHelp(word: string): string {
  if (!/^[-+.0-9]/.test(word)) return 'Put a text in double quotes.';
  return 'A JSON number has no plus sign and no leading zero, and digits on both sides of its point.';
}

function duplicateKey(key: string, span: Span, first: Span): Diagnostic {
  return diagnostic('PW1010', span, `the key \`${key}\` is given twice in one object`, {
    related: [{ span: first, message: 'first given here' }],
    help: 'Readers of JSON disagree on which one counts. Remove or rename one of them.',
  });
}
