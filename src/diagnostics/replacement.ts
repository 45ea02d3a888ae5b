import type { Fix } from './diagnostic.ts';
import type { LocatedScalar } from './located.ts';
import type { Origin } from './origin.ts';

/**
 * A fix that writes `newText` over a value, or undefined when the value came through an alias: replacing the alias
 * would cut the tie, and changing the anchored value would change every other place that uses it.
 */
export function replacementFix(
  origin: Origin,
  newText: string,
  title = `write \`${newText}\``,
): Fix | undefined {
  if (origin.definedAt !== undefined) return undefined;
  const { source, start, end } = origin.span;
  // A tag may make something else of it.
  if (source.text.slice(start, end) === newText) return undefined;
  // Where nothing was written (`cpu:`), a space must part the new text from the colon or dash.
  const parted = start === end && /\S/.test(source.text[start - 1] ?? ' ') ? ` ${newText}` : newText;
  return { title, edits: [{ span: origin.span, newText: parted }] };
}

/** A fix that gives a scalar another string as its value and keeps the quotes it was written with. */
export function scalarFix(scalar: LocatedScalar, value: string): Fix | undefined {
  if (scalar.style === 'block') return undefined;
  const { source, start } = scalar.origin.span;
  const quote = source.text[start];
  if (quote === '"') return replacementFix(scalar.origin, JSON.stringify(value), `write \`${value}\``);
  if (quote === "'") {
    return replacementFix(scalar.origin, `'${value.replaceAll("'", "''")}'`, `write \`${value}\``);
  }
  return replacementFix(scalar.origin, isPlainSafe(value) ? value : JSON.stringify(value));
}

/** Words that some YAML reader takes for a boolean or null. */
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
const WORD = /^[A-Za-z][A-Za-z0-9_./-]*$/;
const QUANTITY = /^[0-9]+(?:[mkMGTP]|[KMGTPE]i)$/;

/** Whether a text can stand unquoted, anywhere in a document, and be read as itself. On the safe side. */
function isPlainSafe(text: string): boolean {
  return (WORD.test(text) && !RESERVED.test(text)) || QUANTITY.test(text);
}
