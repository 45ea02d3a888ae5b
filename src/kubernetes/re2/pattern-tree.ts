/** A pattern taken apart, as far as matching needs it. */
export type PatternTree =
  | { readonly kind: 'character'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence' | 'alternatives'; readonly parts: readonly PatternTree[] }
  /** `most` is Infinity without a bound. */
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number };

export type Assertion = 'text start' | 'text end' | 'line start' | 'line end' | 'boundary' | 'no boundary';

/** What `\A` and `\z` are in JavaScript. */
export const TEXT_START = '(?<![\\s\\S])';
export const TEXT_END = '(?![\\s\\S])';

/** Go refuses deeper groups, too. */
const MAX_DEPTH = 1_000;
const REPEAT = /([*+?]|\{(\d+)(,(\d*))?\})\??/y;
const GROUP = /\((?:\?:|\?<[A-Za-z0-9_]+>)?/y;
const ESCAPE = /\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|c[A-Za-z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[^])/y;
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y;

/** Takes a pattern apart that JavaScript accepts; undefined for one whose groups are too deep. `flags` are i, m and s. */
export function patternTree(pattern: string, flags: string): PatternTree | undefined {
  return new Parser(pattern, flags).all();
}

class Parser {
  readonly #pattern: string;
  readonly #flags: string;
  readonly #known = new Map<string, PatternTree>();
  #at = 0;

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#flags = flags;
  }

  all(): PatternTree | undefined {
    const tree = this.#alternatives(0);
    return this.#at === this.#pattern.length ? tree : undefined;
  }

  #alternatives(depth: number): PatternTree | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const parts: PatternTree[] = [];
    do {
      const part = this.#sequence(depth);
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#take('|'));
    return parts.length === 1 ? parts[0] : { kind: 'alternatives', parts };
  }

  #sequence(depth: number): PatternTree | undefined {
    const parts: PatternTree[] = [];
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern.charAt(this.#at))) {
      const atom = this.#atom(depth);
      if (atom === undefined) return undefined;
      parts.push(this.#repeated(atom));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: PatternTree): PatternTree {
    const [, sign, least, range, most] = this.#match(REPEAT) ?? [];
    if (sign === undefined) return part;
    if (least === undefined) {
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    }
    const upper = range === undefined ? Number(least) : most === '' ? Infinity : Number(most);
    return { kind: 'repeat', part, least: Number(least), most: upper };
  }

  #atom(depth: number): PatternTree | undefined {
    if (this.#take(TEXT_START)) return { kind: 'assertion', assertion: 'text start' };
    if (this.#take(TEXT_END)) return { kind: 'assertion', assertion: 'text end' };
    const lines = this.#flags.includes('m') ? 'line' : 'text';
    if (this.#take('^')) return { kind: 'assertion', assertion: `${lines} start` };
    if (this.#take('$')) return { kind: 'assertion', assertion: `${lines} end` };
    if (this.#take('\\b')) return { kind: 'assertion', assertion: 'boundary' };
    if (this.#take('\\B')) return { kind: 'assertion', assertion: 'no boundary' };
    if (this.#match(GROUP) !== undefined) {
      const inner = this.#alternatives(depth + 1);
      return this.#take(')') ? inner : undefined;
    }
    const written = this.#match(ESCAPE)?.[0] ?? this.#match(CLASS)?.[0] ?? this.#pattern.charAt(this.#at++);
    return this.#character(written);
  }

  /** One character is JavaScript's to judge: there is nothing to go back to. */
  #character(written: string): PatternTree {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const one = new RegExp(`^(?:${/^[{}\]]$/.test(written) ? `\\${written}` : written})$`, this.#flags);
    const tree: PatternTree = { kind: 'character', matches: (character) => one.test(character) };
    this.#known.set(written, tree);
    return tree;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#pattern);
    if (match === null) return undefined;
    this.#at = expression.lastIndex;
    return match;
  }
}
