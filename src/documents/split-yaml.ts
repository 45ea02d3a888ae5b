/** A range of a text. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** A document that is a list of objects, taken apart. */
export interface SplitList {
  /** What stands before the list and behind it. */
  readonly head: TextPart;
  readonly tail: TextPart;
  /** Each is a YAML list of one item. */
  readonly items: readonly TextPart[];
}

const MARKER = /^---(?=[ \t\r\n]|$)/gm;

/**
 * The documents of a YAML text, each with the `---` before it. That marker cannot stand inside of a value, so a
 * document can be read without the others, and its mistakes stay its own.
 */
export function splitDocuments(text: string): TextPart[] {
  // A directive belongs to the document behind it. Hardly anybody writes one.
  if (/^%/m.test(text)) return [{ start: 0, end: text.length }];
  const starts = [0, ...[...text.matchAll(MARKER)].map(({ index }) => index).filter((start) => start > 0)];
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}

/**
 * Takes a document apart that has a list `items` at its top, as `kubectl get -o yaml` writes it; undefined for any
 * other. Each item can then be read alone, which bounds memory and the reach of a mistake.
 */
export function splitItems(text: string, part: TextPart): SplitList | undefined {
  const key = findItemsKey(text, part);
  if (key === undefined) return undefined;
  const starts: number[] = [];
  let indent: number | undefined;
  let at = key.end;
  while (at < part.end) {
    const next = lineEnd(text, at, part.end);
    const first = contentOf(text, at, next);
    const lead = first - at;
    if (first < next && text[first] !== '#') {
      const isItem = text[first] === '-' && /[ \t\r\n]/.test(text[first + 1] ?? '\n');
      if (indent === undefined) {
        if (!isItem) return undefined;
        indent = lead;
      }
      if (lead < indent || (lead === indent && !isItem)) break;
      if (lead === indent) starts.push(at);
    }
    at = next;
  }
  const items = starts.map((start, i) => ({ start, end: starts[i + 1] ?? at }));
  return { head: { start: part.start, end: key.start }, tail: { start: at, end: part.end }, items };
}

function findItemsKey(text: string, { start, end }: TextPart): TextPart | undefined {
  // Only in the part itself: a file of many documents would be searched to its end for each of them.
  const at = text.slice(start, end).search(/^items:[ \t]*(?:#.*)?\r?$/m);
  return at < 0 ? undefined : { start: start + at, end: lineEnd(text, start + at, end) };
}

/** Behind the line break. */
function lineEnd(text: string, start: number, limit: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 || end >= limit ? limit : end + 1;
}

/** The first character of a line that is no space; the line's end if there is none. */
function contentOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\r' || text[at] === '\n')) at++;
  return at;
}
