export interface WhereToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One requirement of a `--where` text, cut into its words. */
export interface WhereItem {
  readonly start: number;
  readonly end: number;
  readonly key: WhereToken;
  readonly operator?: WhereToken;
  readonly values: readonly WhereToken[];
  /** Why the words do not make a requirement. */
  readonly problem?: { readonly start: number; readonly end: number; readonly message: string };
}

/** Operators made of signs may stand without blanks: `cpu>4` is cut so that the mistake can be named. */
const TOKEN = /\s+|("[^"]*"|'[^']*')|([[\],;])|([=!<>]+)|([^\s[\],;"'=!<>]+)|(.)/gs;

interface Lexeme extends WhereToken {
  readonly kind: 'word' | 'quoted' | 'punctuation' | 'signs' | 'stray';
}

/** Cuts the text at semicolons, then each part into key, operator and values. Empty parts are passed over. */
export function readWhere(text: string): WhereItem[] {
  const parts: Lexeme[][] = [[]];
  for (const lexeme of lexemes(text)) {
    if (lexeme.kind === 'punctuation' && lexeme.text === ';') parts.push([]);
    else parts.at(-1)?.push(lexeme);
  }
  return parts.flatMap((part) => {
    const [key, ...rest] = part;
    const last = part.at(-1);
    return key === undefined || last === undefined ? [] : [readItem(key, rest, last.end)];
  });
}

function* lexemes(text: string): Iterable<Lexeme> {
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, punctuation, signs, word, stray] = match;
    const place = { start: match.index, end: match.index + whole.length };
    if (quoted !== undefined) yield { kind: 'quoted', text: quoted.slice(1, -1), ...place };
    else if (punctuation !== undefined) yield { kind: 'punctuation', text: punctuation, ...place };
    else if (signs !== undefined) yield { kind: 'signs', text: signs, ...place };
    else if (word !== undefined) yield { kind: 'word', text: word, ...place };
    else if (stray !== undefined) yield { kind: 'stray', text: stray, ...place };
  }
}

function readItem(key: Lexeme, rest: readonly Lexeme[], end: number): WhereItem {
  const [operator, ...tail] = rest;
  const item = { start: key.start, end, key, values: [] };
  if (key.kind !== 'word') return { ...item, problem: problemAt(key, 'a requirement starts with a label') };
  if (operator === undefined) return item;
  if (operator.kind !== 'word' && operator.kind !== 'signs') {
    return {
      ...item,
      problem: problemAt(operator, `an operator belongs between \`${key.text}\` and its values`),
    };
  }
  return { ...item, operator, ...readValues(tail) };
}

/** `[a, b]`, `a, b` or `a`. */
function readValues(lexemes: readonly Lexeme[]): Pick<WhereItem, 'values' | 'problem'> {
  const bracketed = lexemes[0]?.text === '[' && lexemes[0].kind === 'punctuation';
  const closed = lexemes.at(-1)?.text === ']' && lexemes.at(-1)?.kind === 'punctuation';
  const open = bracketed ? lexemes[0] : undefined;
  if (open !== undefined && !closed)
    return { values: [], problem: problemAt(open, 'the bracket is not closed') };
  const inner = bracketed ? lexemes.slice(1, -1) : lexemes;
  const values: WhereToken[] = [];
  let expectsValue = true;
  for (const lexeme of inner) {
    const isComma = lexeme.kind === 'punctuation' && lexeme.text === ',';
    const isValue = lexeme.kind === 'word' || lexeme.kind === 'quoted';
    if (expectsValue ? !isValue : !isComma) {
      const message = isValue ? 'values are separated by commas' : `\`${lexeme.text}\` does not belong here`;
      return { values, problem: problemAt(lexeme, message) };
    }
    if (isValue) values.push(lexeme);
    expectsValue = isComma;
  }
  const last = inner.at(-1);
  if (last !== undefined && expectsValue)
    return { values, problem: problemAt(last, 'a value is missing after the comma') };
  return { values };
}

function problemAt({ start, end }: Lexeme, message: string): NonNullable<WhereItem['problem']> {
  return { start, end, message };
}
