import { type CST, Lexer, Parser } from 'yaml';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { tooManyScalarsOffset } from './count-values.ts';
import type { InputLimits } from './input-limits.ts';

export interface TokenStream {
  /** One token per directive, document, comment or line break between documents. */
  readonly tokens: readonly CST.Token[];
  /** The limit that was passed; the tokens are then incomplete. */
  readonly exceeded?: Diagnostic;
}

/** What has this many tokens out of place is no YAML; the ones found so far say so. */
const ERRORS_MAX = 1_000;

/** Spaces, line breaks and punctuation need memory too; no sensible file has this many for each value. */
const LEXEMES_PER_NODE = 12;

/**
 * Runs the library's lexer and parser step by step, so that reading stops as soon as a limit is passed instead of
 * after memory ran out. (The library's parser unwinds nested blocks recursively, so depth must be bounded here.)
 */
export function readTokens(source: Source, limits: InputLimits): TokenStream {
  // Without this a text far beyond the limit would be read up to its end before somebody counts.
  const many = tooManyScalarsOffset(source.text, limits.nodes);
  if (many !== undefined) return { tokens: [], exceeded: tooManyValues(source, many, limits) };
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  const lexemesMax = limits.nodes * LEXEMES_PER_NODE;
  let lexemes = 0;
  let errors = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    if (++lexemes > lexemesMax) return { tokens, exceeded: tooManyTokens(source, parser.offset, lexemesMax) };
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error' && ++errors >= ERRORS_MAX) return { tokens };
    }
    if (depthOf(parser) > limits.depth) return { tokens, exceeded: tooDeep(source, parser, limits) };
  }
  for (const token of parser.end()) tokens.push(token);
  const extra = tokens.filter(({ type }) => type === 'document')[limits.documents];
  return extra === undefined
    ? { tokens }
    : { tokens, exceeded: tooManyDocuments(source, extra.offset, limits) };
}

/** The stack holds the document, the open collections and perhaps a scalar. */
function depthOf(parser: Parser): number {
  const length = parser.stack.length;
  const top = parser.stack[length - 1];
  return top !== undefined && 'items' in top ? length - 1 : length - 2;
}

function tooDeep(source: Source, parser: Parser, limits: InputLimits): Diagnostic {
  const start = parser.stack.at(-1)?.offset ?? parser.offset;
  return diagnostic(
    'PW1032',
    { source, start, end: Math.min(start + 1, source.text.length) },
    `the nesting is deeper than ${limits.depth} levels`,
    {
      help: 'Nothing that people write needs that depth; look for brackets or dashes written by accident.',
    },
  );
}

function tooManyDocuments(source: Source, start: number, limits: InputLimits): Diagnostic {
  return diagnostic(
    'PW1033',
    { source, start, end: Math.min(start + 3, source.text.length) },
    `the file holds more than ${limits.documents} YAML documents`,
    { help: 'Split it into several files.' },
  );
}

function tooManyValues(source: Source, start: number, { nodes }: InputLimits): Diagnostic {
  const span = { source, start, end: Math.min(start + 1, source.text.length) };
  return diagnostic('PW1031', span, `the file holds more than ${nodes} values`, {
    help: 'Split it into several files.',
  });
}

function tooManyTokens(source: Source, start: number, max: number): Diagnostic {
  return diagnostic('PW1031', { source, start, end: start }, `the file holds more than ${max} YAML tokens`, {
    help: 'Split it into several files.',
  });
}
