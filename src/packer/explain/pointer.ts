/** A JSON pointer (RFC 6901) from unescaped tokens. */
export function pointer(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
