/** A JSON pointer (RFC 6901) from unescaped tokens: `jsonPointer('spec', 'tags', 'a/b')` is `/spec/tags/a~1b`. */
export function jsonPointer(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
