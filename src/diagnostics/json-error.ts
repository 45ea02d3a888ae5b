const BLANKS = /[ \t\n\r]*/y;
const TOKEN =
  /("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)|[{}[\],:]/y;

/** What may come next. `first` also allows the closing bracket. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing';

/**
 * Offset of the first thing in a text that JSON does not allow there; the length of the text when something is
 * missing at its end. (The messages of JSON.parse differ between versions of Node, and not all have a position.)
 */
export function jsonErrorOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = skip(text, 0);
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const next: Expected | undefined = match === null ? undefined : step(match, expected, open);
    if (match === null || next === undefined) return at;
    expected = next;
    at = skip(text, at + match[0].length);
  }
  return at;
}

/** What is expected after the token, or undefined if it is not allowed here. Keeps `open` up to date. */
function step(match: RegExpExecArray, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const [token, string, scalar] = match;
  if (string !== undefined && (expected === 'key' || expected === 'first key')) return 'colon';
  if (token === '}' || token === ']') return close(token, expected, open);
  if (token === ':') return expected === 'colon' ? 'value' : undefined;
  if (token === ',') return expected === 'comma' ? (open.at(-1) === '{' ? 'key' : 'value') : undefined;
  if (expected !== 'value' && expected !== 'first value') return undefined;
  if (string !== undefined || scalar !== undefined) return afterValue(open);
  open.push(token === '{' ? '{' : '[');
  return token === '{' ? 'first key' : 'first value';
}

function close(token: '}' | ']', expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const opener = token === '}' ? '{' : '[';
  const isEmpty = expected === (token === '}' ? 'first key' : 'first value');
  if (open.at(-1) !== opener || !(isEmpty || expected === 'comma')) return undefined;
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : 'comma';
}

function skip(text: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.exec(text);
  return BLANKS.lastIndex;
}
