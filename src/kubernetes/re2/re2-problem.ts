import { classPiece } from './class.ts';
import { character, type Piece, setPiece } from './escape.ts';

const MAX_REPEAT = 1000;
const FLAGS = /^\(\?(?:[imsU]*(?:-[imsU]+)?)([:)])/;
const NAME = /^\(\?P?<([^>]*)>/;
const WORD = /^[A-Za-z0-9_]+$/;
const REPEAT = /^\{(0|[1-9][0-9]*)(,(0|[1-9][0-9]*)?)?\}/;

/**
 * Why Go's `regexp` refuses a pattern, as a phrase that completes "`pattern` ..."; undefined for one that it takes. RE2 has
 * no lookarounds and no references back, and reads some escapes its own way (Go 1.26, regexp/syntax/parse.go, flags
 * `Perl`). Not looked at: how large a pattern becomes when its repetitions are written out, and how deep groups are.
 */
export function re2Problem(pattern: string): string | undefined {
  const state: State = { operand: [false], repeated: false, names: new Set() };
  let rest = pattern;
  while (rest !== '') {
    const piece = nextPiece(rest, state);
    if ('problem' in piece) return piece.problem;
    rest = rest.slice(piece.length);
  }
  return state.operand.length > 1 ? 'has a `(` without its `)`' : undefined;
}

interface State {
  /** By open group, innermost last: whether there is something that can be repeated. */
  readonly operand: boolean[];
  /** The last piece was a repetition. */
  repeated: boolean;
  readonly names: Set<string>;
}

function nextPiece(rest: string, state: State): Piece {
  const repeat = /^[*+?]/.exec(rest)?.[0] ?? REPEAT.exec(rest)?.[0];
  if (repeat !== undefined) return repeatPiece(rest, repeat, state);
  state.repeated = false;
  if (rest.startsWith('(')) return groupPiece(rest, state);
  if (rest.startsWith(')')) return closingPiece(state);
  if (rest.startsWith('|')) return alternative(state);
  const quoted = /^\\Q([^]*?)(?:\\E|$)/.exec(rest);
  if (quoted !== null) {
    if (quoted[1] !== '') mark(state);
    return { length: quoted[0].length };
  }
  mark(state);
  if (rest.startsWith('[')) return classPiece(rest);
  if (/^\\[AbBz]/.test(rest)) return { length: 2 };
  return setPiece(rest) ?? character(rest);
}

/** From now on there is something to repeat. */
function mark({ operand }: State): void {
  operand[operand.length - 1] = true;
}

function alternative({ operand }: State): Piece {
  operand[operand.length - 1] = false;
  return { length: 1 };
}

function repeatPiece(rest: string, repeat: string, state: State): Piece {
  const [, least, range, most] = REPEAT.exec(repeat) ?? [];
  if (least !== undefined) {
    const upper = range === undefined ? least : (most ?? least);
    if (Number(least) > MAX_REPEAT || Number(upper) > MAX_REPEAT || Number(upper) < Number(least)) {
      return { problem: `has a repetition (\`${repeat}\`) that RE2 does not allow` };
    }
  }
  if (state.operand.at(-1) !== true) return { problem: `has nothing to repeat before \`${repeat}\`` };
  if (state.repeated) return { problem: `repeats a repetition (\`${repeat}\`), which RE2 does not allow` };
  state.repeated = true;
  return { length: repeat.length + (rest[repeat.length] === '?' ? 1 : 0) };
}

function groupPiece(rest: string, state: State): Piece {
  if (!rest.startsWith('(?')) return opening(state, 1);
  if (/^\(\?<?[=!]/.test(rest)) {
    return { problem: 'has a lookahead or lookbehind, which RE2 does not know' };
  }
  const named = NAME.exec(rest);
  if (named !== null) return namedGroup(named[0], named[1] ?? '', state);
  const flags = FLAGS.exec(rest);
  if (flags === null) return { problem: `has a group (\`${rest.slice(0, 4)}\`) that RE2 does not know` };
  return flags[1] === ':' ? opening(state, flags[0].length) : { length: flags[0].length };
}

function opening(state: State, length: number): Piece {
  mark(state);
  state.operand.push(false);
  return { length };
}

function namedGroup(text: string, name: string, state: State): Piece {
  if (!WORD.test(name)) {
    return { problem: `names a group \`${name}\`, which has to be letters, digits and underscores` };
  }
  if (state.names.has(name)) return { problem: `has two groups called \`${name}\`` };
  state.names.add(name);
  return opening(state, text.length);
}

function closingPiece({ operand }: State): Piece {
  if (operand.length === 1) return { problem: 'has a `)` without its `(`' };
  operand.pop();
  return { length: 1 };
}
