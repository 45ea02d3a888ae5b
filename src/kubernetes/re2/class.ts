import { character, type Character, type Piece, setPiece } from './escape.ts';

const POSIX_NAMES: ReadonlySet<string> = new Set([
  'alnum',
  'alpha',
  'ascii',
  'blank',
  'cntrl',
  'digit',
  'graph',
  'lower',
  'print',
  'punct',
  'space',
  'upper',
  'word',
  'xdigit',
]);
const UNCLOSED = { problem: 'has a `[` without its `]`' };

/** A class of characters, from its `[` on. */
export function classPiece(rest: string): Piece {
  const start = rest.startsWith('[^') ? 2 : 1;
  let at = start;
  while (rest[at] !== ']' || at === start) {
    if (at >= rest.length) return UNCLOSED;
    const part = partPiece(rest.slice(at));
    if ('problem' in part) return part;
    at += part.length;
  }
  return { length: at + 1 };
}

function partPiece(rest: string): Piece {
  return posixPiece(rest) ?? setPiece(rest) ?? rangePiece(rest);
}

function posixPiece(rest: string): Piece | undefined {
  const end = rest.startsWith('[:') ? rest.indexOf(':]', 2) : -1;
  if (end < 0) return undefined;
  const text = rest.slice(0, end + 2);
  const known = POSIX_NAMES.has(rest.slice(rest[2] === '^' ? 3 : 2, end));
  return known ? { length: text.length } : { problem: `has a class \`${text}\` that RE2 does not know` };
}

/** A character, or two with a hyphen between them. */
function rangePiece(rest: string): Piece {
  const low = inClass(rest);
  if ('problem' in low) return low;
  const after = rest.slice(low.length);
  if (after.length < 2 || after[0] !== '-' || after[1] === ']') return low;
  const high = inClass(after.slice(1));
  if ('problem' in high) return high;
  const length = low.length + 1 + high.length;
  return high.code < low.code
    ? { problem: `has a range (\`${rest.slice(0, length)}\`) that goes backwards` }
    : { length };
}

function inClass(rest: string): Character {
  return rest === '' ? UNCLOSED : character(rest);
}
