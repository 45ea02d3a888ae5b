import { isBuiltIn } from '../diagnostics/is-built-in.ts';
import type { Edit, Fix } from '../diagnostics/diagnostic.ts';
import type { Origin } from '../diagnostics/origin.ts';

/** Text that every YAML reader takes as a string without quotes. */
const SAFE_PLAIN = /^(?:[A-Za-z][-A-Za-z0-9_./]*|(?!0[box])[0-9]+(?:[a-df-z%]|[A-DF-Z])[A-Za-z0-9]*)$/;
const NOT_A_STRING = /^(?:true|false|yes|no|on|off|null|y|n)$/i;

/**
 * The fix that replaces a scalar's text, keeping its quotes. Undefined where the text also serves other places (an
 * alias), is built in, or is a block scalar.
 */
export function rewriteFix(origin: Origin, text: string): Fix | undefined {
  const edit = rewriteEdit(origin, text);
  return edit === undefined ? undefined : { title: `write \`${text}\``, edits: [edit] };
}

function rewriteEdit(origin: Origin, text: string): Edit | undefined {
  if (origin.definedAt !== undefined || isBuiltIn(origin)) return undefined;
  const { span } = origin;
  const written = span.source.text.slice(span.start, span.end);
  const first = written[0];
  if (first === undefined || '|>*&!'.includes(first) || written.includes('\n')) return undefined;
  if (first === '"' || first === "'") return { span, newText: `${first}${text}${first}` };
  const plain = SAFE_PLAIN.test(text) && !NOT_A_STRING.test(text);
  return { span, newText: plain ? text : JSON.stringify(text) };
}
