import type { ParseError } from '@marcbachmann/cel-js';

/** What the language has and an API server takes, and the parser does not know, by the text around the place where it gives up. */
const UNREAD: readonly (readonly [before: RegExp, after: RegExp, construct: string])[] = [
  [/[[{,]\s*$/, /^\?/, "an optional entry (`[?x]`, `{?'a': x}`)"],
  [/$/, /^\.[0-9]/, 'a number without a digit before its point (`.5`)'],
  [/(?:^|[^\w)\]}'"`])$/, /^\.[A-Za-z_]/, 'a name with a point before it (`.a`)'],
  [/(?:^|\W)[bB][rR]$/, /^['"]/, "a literal of raw bytes (`br'…'`)"],
  [/[A-Za-z_][\w.]*\s*$/, /^\{/, 'a message (`Name{field: x}`)'],
];

/** Why an expression cannot be read. */
export function syntaxProblem(error: ParseError, text: string): string {
  const start = error.range?.start ?? text.length;
  const [before, after] = [text.slice(0, start), text.slice(start)];
  const known = UNREAD.find(([left, right]) => left.test(before) && right.test(after));
  if (known !== undefined) return `it has ${known[2]}, which poolwright cannot read`;
  return error.summary;
}
