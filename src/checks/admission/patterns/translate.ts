import { character, setPiece } from '../../../kubernetes/re2/escape.ts';
import { classText, codeText, foldAscii, perlRanges, posixRanges, type Range } from './ranges.ts';

/** A pattern in JavaScript's words, for the flag `u`; or what JavaScript cannot say, a phrase after "the pattern". */
export type Translation =
  | { readonly source: string; readonly ignoreCase: boolean }
  | { readonly problem: string };

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly U: boolean;
}

interface Piece {
  readonly length: number;
  readonly text: string;
}

interface State {
  /** Flags of the open groups, innermost last. */
  readonly flags: Flags[];
  /** The whole pattern ignores case: JavaScript's own flag does that, for all of Unicode. */
  readonly ignoreCase: boolean;
}

const NO_FLAGS: Flags = { i: false, m: false, s: false, U: false };
const LEADING_CASE = /^\(\?[msU]*i[imsU]*\)/;
const GROUP = /^\(\?(?:P?<[^>]*>|([imsU]*)(?:-([imsU]+))?([:)]))/;
const REPEAT = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})/;
const NOT_ASCII = /[^\0-\x7f]/;

/** Says in JavaScript what an RE2 pattern says. The pattern is one that RE2 takes. */
export function translate(pattern: string): Translation {
  const ignoreCase = LEADING_CASE.test(pattern);
  const state: State = { flags: [NO_FLAGS], ignoreCase };
  let source = '';
  let rest = pattern;
  while (rest !== '') {
    const piece = nextPiece(rest, state);
    source += piece.text;
    rest = rest.slice(piece.length);
    if (!ignoreCase && current(state).i && NOT_ASCII.test(rest)) {
      return { problem: 'ignores the case of letters outside ASCII in a part of it' };
    }
  }
  return { source, ignoreCase };
}

function current({ flags }: State): Flags {
  return flags[flags.length - 1] ?? NO_FLAGS;
}

function nextPiece(rest: string, state: State): Piece {
  const repeat = REPEAT.exec(rest)?.[0];
  if (repeat !== undefined) return repeatPiece(rest, repeat, current(state));
  if (rest.startsWith('(')) return groupPiece(rest, state);
  if (rest.startsWith(')')) {
    state.flags.pop();
    return { length: 1, text: ')' };
  }
  if (rest.startsWith('|')) return { length: 1, text: '|' };
  if (rest.startsWith('[')) return classPiece(rest, state);
  const { m, s } = current(state);
  if (rest.startsWith('.')) return { length: 1, text: s ? '[^]' : '[^\\n]' };
  if (rest.startsWith('^')) return { length: 1, text: m ? '(?<![^\\n])' : '^' };
  if (rest.startsWith('$')) return { length: 1, text: m ? '(?![^\\n])' : '$' };
  return escapePiece(rest, state);
}

function escapePiece(rest: string, state: State): Piece {
  const quoted = /^\\Q([^]*?)(?:\\E|$)/.exec(rest);
  if (quoted !== null) {
    const text = [...(quoted[1] ?? '')].map((one) => literal(one.codePointAt(0) ?? 0, state)).join('');
    return { length: quoted[0].length, text };
  }
  if (rest.startsWith('\\A')) return { length: 2, text: '^' };
  if (rest.startsWith('\\z')) return { length: 2, text: '$' };
  if (/^\\[bB]/.test(rest)) return { length: 2, text: rest.slice(0, 2) };
  const set = setText(rest);
  if (set !== undefined) return { length: set.length, text: `[${set.text}]` };
  const one = character(rest);
  if ('problem' in one) return { length: rest.length, text: '' };
  return { length: one.length, text: literal(one.code, state) };
}

function literal(code: number, state: State): string {
  if (!current(state).i || state.ignoreCase) return codeText(code);
  return `[${classText(foldAscii([[code, code]]))}]`;
}

function repeatPiece(rest: string, repeat: string, { U }: Flags): Piece {
  const lazy = rest[repeat.length] === '?';
  return { length: repeat.length + (lazy ? 1 : 0), text: repeat + (lazy === U ? '' : '?') };
}

function groupPiece(rest: string, state: State): Piece {
  const match = GROUP.exec(rest);
  const flags = current(state);
  if (match === null) {
    state.flags.push(flags);
    return { length: 1, text: '(?:' };
  }
  const [whole, on = '', off = '', end] = match;
  const set = (flag: keyof Flags): boolean => !off.includes(flag) && (on.includes(flag) || flags[flag]);
  const changed: Flags = { i: set('i'), m: set('m'), s: set('s'), U: set('U') };
  if (end !== ')') {
    state.flags.push(changed);
    return { length: whole.length, text: '(?:' };
  }
  state.flags[state.flags.length - 1] = changed;
  return { length: whole.length, text: '' };
}

function classPiece(rest: string, state: State): Piece {
  const negated = rest[1] === '^';
  const start = negated ? 2 : 1;
  let at = start;
  let text = '';
  while (at < rest.length && (rest[at] !== ']' || at === start)) {
    const part = classPart(rest.slice(at), state);
    text += part.text;
    at += part.length;
  }
  return { length: at + 1, text: `[${negated ? '^' : ''}${text}]` };
}

function classPart(rest: string, state: State): Piece {
  const end = rest.startsWith('[:') ? rest.indexOf(':]', 2) : -1;
  if (end >= 0) return { length: end + 2, text: ranges(posixRanges(rest.slice(2, end)), state) };
  const set = setText(rest);
  if (set !== undefined) return set;
  const low = character(rest);
  if ('problem' in low) return { length: rest.length, text: '' };
  const after = rest.slice(low.length);
  if (after[0] !== '-' || after[1] === ']' || after.length < 2) {
    return { length: low.length, text: ranges([[low.code, low.code]], state) };
  }
  const high = character(after.slice(1));
  if ('problem' in high) return { length: rest.length, text: '' };
  return { length: low.length + 1 + high.length, text: ranges([[low.code, high.code]], state) };
}

function ranges(list: readonly Range[], state: State): string {
  return classText(current(state).i && !state.ignoreCase ? foldAscii(list) : list);
}

/** `\d`, `\pL`, `\p{Greek}`, as the inside of a class. */
function setText(rest: string): Piece | undefined {
  const set = setPiece(rest);
  if (set === undefined || 'problem' in set) return undefined;
  const perl = perlRanges(rest[1] ?? '');
  if (perl !== undefined) return { length: set.length, text: classText(perl) };
  const [, letter = 'p', not = '', long, short = ''] = /^\\([pP])(?:\{(\^?)([^}]*)\}|(.))/su.exec(rest) ?? [];
  const name = (long ?? short).toLowerCase().replace(/^[a-z]|_[a-z]/g, (initial) => initial.toUpperCase());
  const negated = (letter === 'P') !== (not !== '');
  const property = isScript(name) ? `Script=${name}` : name;
  return { length: set.length, text: `\\${negated ? 'P' : 'p'}{${property}}` };
}

function isScript(name: string): boolean {
  try {
    return new RegExp(`\\p{Script=${name}}`, 'u').unicode;
  } catch {
    return false;
  }
}
