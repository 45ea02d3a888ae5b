import type { Source } from '../diagnostics/source.ts';
import type { ReportEdit, ReportFix } from './check-report.ts';
import { offsetOf } from './offset.ts';

/** Lines of one file before and after a fix, without the lines that stay the same at either end. */
export interface Hunk {
  readonly file: string;
  /** Of the first line of `before` and of `after`. */
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What a fix would change, in file and line order. */
export function fixHunks(fix: ReportFix, sources: ReadonlyMap<string, Source>): readonly Hunk[] {
  const files = [...new Set(fix.edits.map(({ file }) => file))].sort();
  return files.flatMap((file) => {
    const source = sources.get(file);
    if (source === undefined) return [];
    const edits = fix.edits
      .filter((edit) => edit.file === file)
      .toSorted((a, b) => offsetOf(source, a.range.start) - offsetOf(source, b.range.start));
    return blocksOf(edits).map((block) => hunk(source, block));
  });
}

/** Edits that share a line belong into one block. */
function blocksOf(edits: readonly ReportEdit[]): readonly (readonly ReportEdit[])[] {
  const blocks: ReportEdit[][] = [];
  for (const edit of edits) {
    const block = blocks.at(-1);
    const lastLine = block?.at(-1)?.range.end.line;
    if (block !== undefined && lastLine !== undefined && edit.range.start.line <= lastLine) block.push(edit);
    else blocks.push([edit]);
  }
  return blocks;
}

function hunk(source: Source, edits: readonly ReportEdit[]): Hunk {
  const firstLine = edits[0]?.range.start.line ?? 1;
  const lastLine = edits.at(-1)?.range.end.line ?? firstLine;
  const blockStart = source.lineStarts[firstLine - 1] ?? 0;
  const blockEnd = (source.lineStarts[lastLine - 1] ?? 0) + source.lineText(lastLine).length;
  let changed = '';
  let done = blockStart;
  for (const edit of edits) {
    changed += source.text.slice(done, offsetOf(source, edit.range.start)) + edit.newText;
    done = offsetOf(source, edit.range.end);
  }
  changed += source.text.slice(done, blockEnd);
  const before = splitLines(source.text.slice(blockStart, blockEnd));
  const after = splitLines(changed);
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < limit - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    file: source.file,
    line: firstLine + head,
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  };
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
