import type { CST, YAMLError } from 'yaml';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { shorten } from '../diagnostics/describe-value.ts';
import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';

/** A library error in our words. */
export interface Explained {
  readonly diagnostic: Diagnostic;
  /** Where values begin and end is in doubt, so the document cannot be used. */
  readonly structural: boolean;
}

export interface YamlErrorContext {
  readonly source: Source;
  /** Every token of the text, at any depth. */
  readonly tokens: readonly CST.Token[];
  /** Everything the library found in the same document. */
  readonly errors: readonly YAMLError[];
}

export type Explain = (error: YAMLError, context: YamlErrorContext) => Explained | undefined;

export function explainOther(error: YAMLError, context: YamlErrorContext): Explained {
  const span = firstLine(error, context);
  const found = shorten(context.source.text.slice(span.start, span.end));
  const message = found === '' ? 'the text ends too early' : `\`${found}\` is not expected here`;
  return structural('PW1001', span, message, {
    help: 'Check the indentation, quotes and brackets around it.',
  });
}

/** A line among keys that is none: `weight 10` or a stray word. */
export function explainMissingColon(span: Span, text: string): Explained {
  const pair = /^([A-Za-z_][\w./-]*)[ \t]+(\S.*)$/.exec(text);
  const message = `a \`:\` is missing after \`${shorten(pair?.[1] ?? text)}\``;
  const help =
    pair === null
      ? 'Among keys every line is `key: value`. Indent the line further if it continues the value above.'
      : `Write \`${pair[1]}: ${shorten(pair[2] ?? '')}\`, or indent the line further if it continues the value above.`;
  return structural('PW1001', span, message, { help });
}

export function local(
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: DiagnosticDetails,
): Explained {
  return { diagnostic: diagnostic(code, span, message, details), structural: false };
}

export function structural(
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: DiagnosticDetails,
): Explained {
  return { diagnostic: diagnostic(code, span, message, details), structural: true };
}

export function spanOf({ source }: YamlErrorContext, start: number, end: number): Span {
  const last = source.text.length;
  return { source, start: Math.min(start, last), end: Math.min(Math.max(end, start), last) };
}

export function at(error: YAMLError, context: YamlErrorContext): Span {
  return spanOf(context, error.pos[0], error.pos[1]);
}

export function written(error: YAMLError, { source }: YamlErrorContext): string {
  return source.text.slice(error.pos[0], error.pos[1]);
}

/** The error's range without blanks at its start, cut at the end of its first line. */
export function firstLine(error: YAMLError, context: YamlErrorContext): Span {
  const { text } = context.source;
  let [start] = error.pos;
  while (start < text.length && /\s/.test(text[start] ?? '')) start++;
  const end = Math.max(error.pos[1], start + 1);
  const length = text.slice(start, end).split(/\r?\n/, 1)[0]?.trimEnd().length ?? 0;
  return spanOf(context, start, start + length);
}

/** What is written on the line of a position, without its indentation; of the next line if the rest is blank. */
export function lineSpan(context: YamlErrorContext, offset: number): Span {
  const { text } = context.source;
  let start = text.lastIndexOf('\n', Math.max(offset - 1, 0)) + 1;
  if (offset > text.length) start = offset;
  while (start < text.length && /\s/.test(text[start] ?? '')) start++;
  return spanOf(context, start, start + restOfLine(context.source, start).length);
}

export function lineAt(source: Source, offset: number): string {
  return source.lineText(source.positionAt(offset).line);
}

export function restOfLine(source: Source, offset: number): string {
  return source.text.slice(offset).split(/\r?\n/, 1)[0]?.trimEnd() ?? '';
}

export function columnOf(source: Source, offset: number): number {
  return source.positionAt(offset).column - 1;
}
