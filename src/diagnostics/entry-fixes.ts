import type { Fix } from './diagnostic.ts';
import type { LocatedEntry, LocatedMap, LocatedScalar } from './located.ts';
import type { Origin } from './origin.ts';
import { replacementFix } from './replacement.ts';
import type { Span } from './span.ts';

/** A value that came through an alias is not edited: its text serves other places too. */
export function editable(origin: Origin): boolean {
  return origin.definedAt === undefined;
}

export function spanText(span: Span): string {
  return span.source.text.slice(span.start, span.end);
}

/** Puts a plain scalar between double quotes. */
export function quoteFix(scalar: LocatedScalar): Fix | undefined {
  return scalar.style === 'plain' ? replacementFix(scalar.origin, JSON.stringify(scalar.text)) : undefined;
}

/** Renames a key that is written as itself, not brought in by a merge. */
export function renameKeyFix(entry: Pick<LocatedEntry, 'key' | 'keySpan'>, key: string): Fix | undefined {
  const written = spanText(entry.keySpan);
  const quote = written[0] === '"' || written[0] === "'" ? written[0] : '';
  if (written !== `${quote}${entry.key}${quote}`) return undefined;
  return {
    title: `write \`${key}\``,
    edits: [{ span: entry.keySpan, newText: `${quote}${key}${quote}` }],
  };
}

/** Removes an entry with its value, keeping comments and the layout of its neighbours; undefined where that is unclear. */
export function removeEntryFix(map: LocatedMap, entry: LocatedEntry): Fix | undefined {
  const { origin } = entry.value;
  if (!editable(origin) || !followsKey(entry.keySpan, origin.span)) return undefined;
  const span = removableSpan(map, entry);
  if (span === undefined) return undefined;
  return { title: `remove \`${entry.key}\``, edits: [{ span, newText: '' }] };
}

/** Nothing but the colon stands between: no anchor or tag that something else may need. */
function followsKey(key: Span, value: Span): boolean {
  return key.source === value.source && /^[ \t]*:[ \t]*$/.test(key.source.text.slice(key.end, value.start));
}

function removableSpan(map: LocatedMap, entry: LocatedEntry): Span | undefined {
  const { source, start } = entry.keySpan;
  const end = entry.value.origin.span.end;
  const { text } = source;
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const rest = /^[ \t]*(?:#[^\r\n]*)?(\r\n|\r|\n|$)/.exec(text.slice(end));
  const siblings = [...map.entries.values()].filter((other) => other !== entry);
  if (siblings.length === 0) return undefined;
  if (rest !== null && /^[ \t]*$/.test(text.slice(lineStart, start))) {
    return { source, start: lineStart, end: end + rest[0].length };
  }
  const next = siblings.filter((other) => other.keySpan.start >= end).sort(byPlace)[0];
  if (next !== undefined) {
    const between = text.slice(end, next.keySpan.start);
    return /^[\s,]*$/.test(between) ? { source, start, end: next.keySpan.start } : undefined;
  }
  const previous = siblings
    .map((other) => other.value.origin.span)
    .filter((span) => span.source === source && span.end <= start)
    .sort((a, b) => b.end - a.end)[0];
  if (previous === undefined || !/^[\s,]*$/.test(text.slice(previous.end, start))) return undefined;
  return { source, start: previous.end, end };
}

function byPlace(a: LocatedEntry, b: LocatedEntry): number {
  return a.keySpan.start - b.keySpan.start;
}
