import type { CST, YAMLError } from 'yaml';
import { findLastToken } from './find-token.ts';
import {
  type Explained,
  lineSpan,
  restOfLine,
  spanOf,
  structural,
  type YamlErrorContext,
} from './yaml-error.ts';

/** A bracket that is still open where its surroundings end. */
export function explainUnclosed(error: YAMLError, context: YamlErrorContext): Explained {
  const [position] = error.pos;
  const opening = findLastToken(
    context.tokens,
    (token) => token.type === 'flow-collection' && token.offset < position && !isClosed(token),
  );
  const start = opening?.offset ?? position;
  const bracket = context.source.text[start] ?? '';
  const close = bracket === '{' ? '}' : ']';
  const outside = lineSpan(context, position);
  const related =
    outside.end > outside.start && outside.start > start ? [{ span: outside, message: OUTSIDE }] : [];
  return structural(
    'PW1004',
    spanOf(context, start, start + 1),
    `the \`${bracket}\` that opens here is not closed`,
    {
      related,
      help: `Close it with \`${close}\`. If it goes on over several lines, indent them all further than its key.`,
    },
  );
}

const OUTSIDE = 'this line is not indented as part of it';

function isClosed(token: CST.FlowCollection): boolean {
  return token.end[0]?.source === (token.start.source === '{' ? '}' : ']');
}

/** A quoted text that runs to the end of the file, or to where the indentation ends. */
export function explainOpenQuote(error: YAMLError, context: YamlErrorContext): Explained {
  const [end] = error.pos;
  const opening = findLastToken(
    context.tokens,
    (token) =>
      (token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar') &&
      token.offset + token.source.length === end,
  );
  const start = opening?.offset ?? end;
  const quote = context.source.text[start] ?? '';
  const rest = restOfLine(context.source, start);
  const help =
    quote === "'"
      ? "Close it with `'`. An apostrophe inside single quotes is written twice."
      : 'Close it with `"`. A quote inside double quotes is written `\\"`.';
  return structural(
    'PW1004',
    spanOf(context, start, start + Math.max(rest.length, 1)),
    'the quote that opens here is never closed',
    { help },
  );
}
