import { Lexer } from 'yaml';
import type { CodeSpec } from '../diagnostics/code-spec.ts';
import { CODES, type DiagnosticCode } from '../diagnostics/codes.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';

/** One code that one comment silences. */
export interface IgnoreComment {
  readonly code: DiagnosticCode;
  readonly file: string;
  /** The 1-based line that is covered; absent when the whole file is. */
  readonly line?: number;
  readonly reason: string;
  /** The code in the comment. */
  readonly span: Span;
}

export interface IgnoreComments {
  readonly ignores: readonly IgnoreComment[];
  readonly diagnostics: readonly Diagnostic[];
}

const MARKER = 'poolwright-ignore';
const NOTHING: IgnoreComments = { ignores: [], diagnostics: [] };
const PLACE = 'Put it before the first key, or on or above the line that it is about.';
const FORM = 'Write `# poolwright-ignore PW4012: reason`; several codes are separated by commas.';

/**
 * Finds `# poolwright-ignore PW4012: reason`. Behind something else on its line the comment covers that line; alone on
 * its line, the next line that says something; before the first key, the file.
 */
export function readIgnoreComments(source: Source): IgnoreComments {
  if (!source.text.includes(MARKER)) return NOTHING;
  const ignores: IgnoreComment[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const comment of markedComments(source)) {
    const parsed = parseComment(source, comment);
    ignores.push(...parsed.ignores);
    diagnostics.push(...parsed.diagnostics);
  }
  return { ignores, diagnostics };
}

interface Comment {
  readonly start: number;
  readonly text: string;
  /** What it covers; absent when nothing follows it. */
  readonly scope: { readonly line?: number } | undefined;
}

/** The lexer's marks, which stand for no text: document mode, end of flow, scalar follows. */
const DOCUMENT = '\x02';
const FLOW_END = '\x18';
const SCALAR = '\x1f';

/** Comments that mention us. Only the library's lexer knows a comment from a `#` inside a string. */
function markedComments(source: Source): Comment[] {
  const found: { readonly start: number; readonly text: string }[] = [];
  /** Lines on which something other than a comment starts. */
  const contentLines: number[] = [];
  let offset = 0;
  let inScalar = false;
  for (const lexeme of new Lexer().lex(source.text)) {
    if (lexeme === SCALAR && !inScalar) {
      inScalar = true;
      continue;
    }
    if (!inScalar && (lexeme === DOCUMENT || lexeme === FLOW_END)) continue;
    if (inScalar || !isBlank(lexeme)) {
      if (!inScalar && lexeme.startsWith('#')) found.push({ start: offset, text: lexeme });
      else if (lexeme.trim() !== '') noteLine(contentLines, source.positionAt(offset).line);
    }
    inScalar = false;
    offset += lexeme.length;
  }
  return found
    .filter(({ text }) => text.includes(MARKER))
    .map((comment) => ({ ...comment, scope: scopeOf(source, comment.start, contentLines) }));
}

function noteLine(lines: number[], line: number): void {
  if (lines.at(-1) !== line) lines.push(line);
}

/** Space, line breaks, the byte order mark, `---` and directives do not make a line that a finding could be on. */
function isBlank(lexeme: string): boolean {
  return lexeme === '---' || lexeme === '...' || lexeme.startsWith('%') || /^[\s\ufeff]*$/.test(lexeme);
}

function scopeOf(source: Source, start: number, contentLines: readonly number[]): Comment['scope'] {
  const { line } = source.positionAt(start);
  const first = contentLines[0];
  if (first === undefined) return undefined;
  if (line < first) return {};
  const next = contentLines.find((content) => content >= line);
  return next === undefined ? undefined : { line: next };
}

function parseComment(source: Source, comment: Comment): IgnoreComments {
  const text = comment.text.trimEnd();
  const at = text.indexOf(MARKER);
  // A comment that merely talks about ignore comments is none.
  if (!/^#+[ \t]*$/.test(text.slice(0, at))) return NOTHING;
  const from = at + MARKER.length;
  const colon = text.indexOf(':', from);
  const reason = colon < 0 ? '' : text.slice(colon + 1).trim();
  const codes = [...text.slice(from, colon < 0 ? undefined : colon).matchAll(/[^\s,]+/g)];
  const spanOf = (start: number, end: number): Span => ({
    source,
    start: comment.start + start,
    end: comment.start + end,
  });
  const whole = spanOf(at, text.length);
  if (codes.length === 0) return problem(whole, 'this ignore comment names no code', FORM);
  const ignores: IgnoreComment[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const match of codes) {
    const start = from + match.index;
    const span = spanOf(start, start + match[0].length);
    const bad = codeProblem(match[0], span);
    if (bad !== undefined) diagnostics.push(bad);
    else
      ignores.push({ code: match[0] as DiagnosticCode, file: source.file, ...comment.scope, reason, span });
  }
  if (diagnostics.length > 0) return { ignores, diagnostics };
  if (reason === '') return problem(whole, 'this ignore comment gives no reason', FORM);
  if (comment.scope === undefined) return problem(whole, 'this ignore comment covers nothing', PLACE);
  return { ignores, diagnostics };
}

function codeProblem(code: string, span: Span): Diagnostic | undefined {
  const spec = (CODES as Readonly<Record<string, CodeSpec>>)[code];
  if (spec === undefined || !Object.hasOwn(CODES, code)) {
    const guess = didYouMean(code, Object.keys(CODES));
    const help = guess === undefined ? FORM : `Did you mean \`${guess}\`?`;
    return diagnostic('PW1050', span, `there is no finding \`${code}\` to ignore`, { help });
  }
  if (spec.severity !== 'error') return undefined;
  return diagnostic('PW1050', span, `\`${code}\` is an error and cannot be ignored`, {
    help: 'Errors say what cannot work. Remove the comment and correct what it hides.',
  });
}

function problem(span: Span, message: string, help: string): IgnoreComments {
  return { ignores: [], diagnostics: [diagnostic('PW1050', span, message, { help })] };
}
