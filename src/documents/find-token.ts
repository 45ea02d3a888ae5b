import type { CST } from 'yaml';

/** The syntax tree as a list, in no useful order. Made only when an error needs to be explained. */
export function flattenTokens(tokens: readonly CST.Token[]): CST.Token[] {
  const all: CST.Token[] = [...tokens];
  // The list grows while it is walked; recursion would overflow on broken texts, which can be nested deeply.
  for (let i = 0; i < all.length; i++) {
    const token = all[i];
    if (token?.type === 'document') {
      if (token.value !== undefined) all.push(token.value);
    } else if (token !== undefined && 'items' in token) {
      for (const { key, value } of token.items) {
        if (key !== null && key !== undefined) all.push(key);
        if (value !== undefined) all.push(value);
      }
    }
  }
  return all;
}

/** The token that fits and starts last in the text. */
export function findLastToken(
  tokens: readonly CST.Token[],
  fits: (token: CST.Token) => boolean,
): CST.Token | undefined {
  let found: CST.Token | undefined;
  for (const token of tokens) {
    if ((found === undefined || token.offset >= found.offset) && fits(token)) found = token;
  }
  return found;
}
