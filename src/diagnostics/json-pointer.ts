/** A JSON pointer (RFC 6901) from unescaped tokens: `jsonPointer('spec', 'tags', 'a/b')` is `/spec/tags/a~1b`. */
export function jsonPointer(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The unescaped tokens of a JSON pointer; none of `` (the whole document). */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
