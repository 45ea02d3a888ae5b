import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Located, LocatedEntry } from '../../diagnostics/located.ts';
import { replacementFix } from '../../diagnostics/replacement.ts';

/** Replaces a value where it is written and keeps its quotes. */
export function replaceValue(value: Located<string>, text: string): Fix | undefined {
  const { source, start, end } = value.origin.span;
  const written = source.text.slice(start, end);
  if (!written.includes(value.value)) return undefined;
  const newText = written.replace(value.value, () => text);
  return replacementFix(value.origin, newText, `write \`${text}\``);
}

/** Renames a key that is written as itself: not merged from elsewhere, not quoted. */
export function renameKey(entry: LocatedEntry, name: string): Fix | undefined {
  const { source, start, end } = entry.keySpan;
  if (source.text.slice(start, end) !== entry.key) return undefined;
  return { title: `write \`${name}\``, edits: [{ span: entry.keySpan, newText: name }] };
}
