import type { LocatedValue } from './located.ts';

/** Longer texts are cut in messages; the code frame shows the rest. */
const TEXT_LENGTH_MAX = 60;

/** A value as a message names it: "the number `1.30`", "a list", "nothing". */
export function describeValue(value: LocatedValue): string {
  if (value.kind !== 'scalar') return value.kind === 'list' ? 'a list' : 'a map';
  if (value.value === null) return value.text === '' ? 'nothing' : `\`${value.text}\``;
  const text = `\`${shorten(value.text)}\``;
  switch (typeof value.value) {
    case 'string':
      return value.text === '' ? 'the empty text' : `the text ${text}`;
    case 'boolean':
      return `the boolean ${text}`;
    default:
      return `the number ${text}`;
  }
}

/** The first line of a text, cut to a length that fits into a message. */
export function shorten(text: string): string {
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line.length <= TEXT_LENGTH_MAX) return line === text ? text : `${line}…`;
  // Never between the halves of a surrogate pair.
  const cut = line.charCodeAt(TEXT_LENGTH_MAX - 1) >> 10 === 0x36 ? TEXT_LENGTH_MAX - 1 : TEXT_LENGTH_MAX;
  return `${line.slice(0, cut)}…`;
}

/** "`a`", "`a` or `b`", "`a`, `b` or `c`". */
export function alternatives(words: readonly string[], conjunction: 'or' | 'and' = 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
