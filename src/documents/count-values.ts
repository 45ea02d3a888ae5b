import { Lexer } from 'yaml';

const [COMMA, NEWLINE, DASH, SPACE] = [0x2c, 0x0a, 0x2d, 0x20];
/** The library's lexer announces each scalar without quotes by this. */
const SCALAR = '\u001f';

/**
 * Where a text, JSON or YAML, has had more commas, opening brackets, lines and dashes than `most`; undefined if it
 * nowhere has. It holds no more values than those, so whatever reads it is bounded.
 */
export function tooManySignsOffset(text: string, most: number): number | undefined {
  if (text.length <= most) return undefined;
  let signs = 0;
  let last = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // `[` and `{` differ in one bit. A line break behind one of them, or behind a comma, adds nothing.
    const isSign =
      unit === COMMA ||
      (unit & ~0x20) === 0x5b ||
      (unit === NEWLINE && last !== COMMA && (last & ~0x20) !== 0x5b) ||
      (unit === SPACE && last === DASH);
    if (isSign && ++signs > most) return i;
    last = unit;
  }
  return undefined;
}

/**
 * Where a YAML text has more values than `most` without looking at what stands for what: fewer than it holds, as
 * collections without brackets and values without text do not count. Undefined if it has not.
 */
export function tooManyScalarsOffset(text: string, most: number): number | undefined {
  // A value takes a character, and something has to stand between two of them.
  if (text.length < 2 * most) return undefined;
  let values = 0;
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === SCALAR) {
      isScalar = true;
      continue;
    }
    // Each colon makes a key of the scalar before it, and a key is no value.
    if (!isScalar && lexeme === ':') values -= 1;
    else if (isScalar || /^["'*[{]/.test(lexeme)) values += 1;
    if (values > most) return offset;
    isScalar = false;
    // Two more lexemes of the lexer are no text: where a document starts, and where a list ends too early.
    if (lexeme !== '\u0002' && lexeme !== '\u0018') offset += lexeme.length;
  }
  return undefined;
}
