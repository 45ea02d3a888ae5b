import { type Diagnostic, type Edit, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { InputLimits } from './input-limits.ts';

// oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
const BARE_RETURN = /\r(?!\n)/;
const REPLACEMENT = /\ufffd|\p{Surrogate}/u;
const INVISIBLE = /[\u00a0\u00ad\u200b\u2060\ufeff]/;
/** One pass over a clean text, which nearly every text is. */
const ANY =
  // oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\xa0\xad\u200b\u2060\ud800-\udfff\ufeff\ufffd-\uffff]|\r(?!\n)/;

/**
 * Problems of the text itself, whatever its format. After an error among them there is no point in parsing. One
 * finding of each kind: such characters come in crowds and have one cause.
 */
export function textProblems(source: Source, limits: InputLimits): Diagnostic[] {
  const large = sizeProblem(source, limits);
  if (large !== undefined) return [large];
  // A byte order mark at the very start is no problem; hiding it keeps the offsets.
  const text = source.text.startsWith('\ufeff') ? ` ${source.text.slice(1)}` : source.text;
  if (!ANY.test(text)) return [];
  return [
    ...controlCharacter(source, text),
    ...bareReturn(source, text),
    ...replacementCharacter(source, text),
    ...invisibleCharacter(source, text),
  ];
}

function controlCharacter(source: Source, text: string): Diagnostic[] {
  const start = text.search(CONTROL);
  if (start < 0) return [];
  const name = codePoint(text, start);
  const help =
    name === 'U+0000'
      ? 'The file is binary or UTF-16; save it as UTF-8 text.'
      : 'Delete it, or write it as an escape (`"\\x1b"`) inside double quotes.';
  return [diagnostic('PW1020', one(source, start), `the text holds the control character ${name}`, { help })];
}

function bareReturn(source: Source, text: string): Diagnostic[] {
  const start = text.search(BARE_RETURN);
  if (start < 0) return [];
  const edits = [...text.matchAll(/\r(?!\n)/g)].map(
    (match): Edit => ({ span: one(source, match.index), newText: '\n' }),
  );
  return [
    diagnostic('PW1022', one(source, start), 'the line ends with a carriage return alone', {
      help: 'Save the file with LF or CRLF line ends.',
      fix: { title: 'end the lines with LF', edits },
    }),
  ];
}

function replacementCharacter(source: Source, text: string): Diagnostic[] {
  const start = text.search(REPLACEMENT);
  if (start < 0) return [];
  return [
    diagnostic(
      'PW1021',
      one(source, start),
      'the text holds a character that could not be decoded as UTF-8',
      {
        help: 'Save the file as UTF-8 and write the character again.',
      },
    ),
  ];
}

function invisibleCharacter(source: Source, text: string): Diagnostic[] {
  for (const match of text.matchAll(new RegExp(INVISIBLE, 'g'))) {
    const lineStart = text.lastIndexOf('\n', match.index) + 1;
    // In a comment nobody minds.
    if (text.slice(lineStart, match.index).includes('#')) continue;
    const name = codePoint(text, match.index);
    return [
      diagnostic('PW1023', one(source, match.index), `the text holds the invisible character ${name}`, {
        help: 'It often comes along when text is copied from a web page; delete it or write an ordinary space.',
      }),
    ];
  }
  return [];
}

/** Whether a text is larger than the limit, whatever is in it. */
export function sizeProblem(source: Source, limits: InputLimits): Diagnostic | undefined {
  if (utf8Length(source.text, limits.fileBytes) <= limits.fileBytes) return undefined;
  return diagnostic(
    'PW1030',
    { source, start: 0, end: 0 },
    `the file is larger than ${limits.fileBytes} bytes, the most that is read`,
    { help: 'Split it into several files.' },
  );
}

function one(source: Source, start: number): Span {
  return { source, start, end: start + 1 };
}

function codePoint(text: string, offset: number): string {
  return `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The length in UTF-8, counted no further than needed to see that `limit` is passed. */
function utf8Length(text: string, limit: number): number {
  if (text.length > limit || text.length * 3 <= limit) return text.length;
  let bytes = text.length;
  for (let i = 0; i < text.length && bytes <= limit; i++) {
    const unit = text.charCodeAt(i);
    // A surrogate pair takes four bytes for its two units.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 2;
    else if (unit > 0x7f) bytes += 1;
  }
  return bytes;
}
