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
  const siblings = [...map.entries.values()].filter((other) => other !== entry);
  if (siblings.length === 0) return undefined;
  return isFlow(map) ? flowSpan(entry, siblings) : blockSpan(entry, siblings);
}

/** Written in braces, with commas between its entries: JSON, or YAML that looks like it. */
function isFlow({ origin }: LocatedMap): boolean {
  const text = spanText(origin.span);
  return text.startsWith('{') && text.endsWith('}');
}

function blockSpan(entry: LocatedEntry, siblings: readonly LocatedEntry[]): Span | undefined {
  const { source, start } = entry.keySpan;
  const { end } = entry.value.origin.span;
  const rest = /^[ \t]*(?:#[^\r\n]*)?(\r\n|\r|\n|$)/.exec(source.text.slice(end));
  const line = ownLineStart(entry);
  if (rest !== null && line !== undefined) return { source, start: line, end: end + rest[0].length };
  const next = nextOf(entry, siblings);
  if (next === undefined || !/^\s*$/.test(source.text.slice(end, next.keySpan.start))) return undefined;
  return { source, start, end: next.keySpan.start };
}

/** One comma goes with the entry: its own, or that of the entry before it if it is the last. */
function flowSpan(entry: LocatedEntry, siblings: readonly LocatedEntry[]): Span | undefined {
  const { source, start } = entry.keySpan;
  const { text } = source;
  const { end } = entry.value.origin.span;
  const line = ownLineStart(entry);
  const next = nextOf(entry, siblings);
  if (next !== undefined) {
    const ownLine = /^[ \t]*,[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)/.exec(text.slice(end, next.keySpan.start));
    if (ownLine !== null && line !== undefined) return { source, start: line, end: end + ownLine[0].length };
    const isPlain = /^\s*,\s*$/.test(text.slice(end, next.keySpan.start));
    return isPlain ? { source, start, end: next.keySpan.start } : undefined;
  }
  const previous = siblings
    .map((other) => other.value.origin.span)
    .filter((span) => span.source === source && span.end <= start)
    .sort((a, b) => b.end - a.end)[0];
  if (previous === undefined) return undefined;
  const between = text.slice(previous.end, start);
  const comment = line === undefined ? null : /^[ \t]*,?[ \t]*#[^\r\n]*(?=[\r\n]|$)/.exec(text.slice(end));
  const after = end + (comment?.[0].length ?? 0);
  if (/^\s*,\s*$/.test(between)) return { source, start: previous.end, end: after };
  // Comments stand between, so it is no JSON, and YAML takes a comma behind the last entry.
  if (line === undefined || !/^\s*,(?:\s+#[^\r\n]*)+\s*$/.test(between)) return undefined;
  const isLineEnd = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(after));
  // What closes the map on this line must not end up in the comment.
  return { source, start: isLineEnd ? line - lineEndLength(text, line) : start, end: after };
}

/** Where the line of an entry starts, if nothing stands before the key. */
function ownLineStart({ keySpan: { source, start } }: LocatedEntry): number | undefined {
  const { text } = source;
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  return /^[ \t]*$/.test(text.slice(lineStart, start)) ? lineStart : undefined;
}

/** Of the line end before an offset. */
function lineEndLength(text: string, offset: number): number {
  return /(?:\r\n|\r|\n)?$/.exec(text.slice(Math.max(0, offset - 2), offset))?.[0].length ?? 0;
}

function nextOf(entry: LocatedEntry, siblings: readonly LocatedEntry[]): LocatedEntry | undefined {
  const { end, source } = entry.value.origin.span;
  return siblings.filter(({ keySpan }) => keySpan.source === source && keySpan.start >= end).sort(byPlace)[0];
}

function byPlace(a: LocatedEntry, b: LocatedEntry): number {
  return a.keySpan.start - b.keySpan.start;
}
