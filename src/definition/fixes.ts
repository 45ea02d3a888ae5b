import type { Edit, Fix, Related } from '../diagnostics/diagnostic.ts';
import { editable, spanText } from '../diagnostics/entry-fixes.ts';
import type { LocatedMap } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';

/** What stands behind an alias, as the second place of a finding at the alias. */
export function writtenAt({ definedAt }: Origin): Related[] {
  return definedAt === undefined ? [] : [{ span: definedAt, message: 'it is written here' }];
}

/** Makes a map the only item of a list: brackets around a flow map; a dash before a block map, whose other lines move with it. */
export function dashFix(map: LocatedMap): Fix | undefined {
  if (!editable(map.origin)) return undefined;
  const { source, start, end } = map.origin.span;
  const text = spanText(map.origin.span);
  const insert = (at: number, newText: string): Edit => ({ span: { source, start: at, end: at }, newText });
  if (text.startsWith('{')) {
    return { title: 'write a list', edits: [insert(start, '['), insert(end, ']')] };
  }
  const entries = [...map.entries.values()];
  const first = entries[0];
  if (first === undefined || first.keySpan.start !== start) return undefined;
  const edits = [insert(start, '- ')];
  for (const match of text.trimEnd().matchAll(/(?:\r\n|\r|\n)(?=[^\r\n])/g)) {
    edits.push(insert(start + match.index + match[0].length, '  '));
  }
  return { title: 'write a list', edits };
}
