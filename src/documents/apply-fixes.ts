import type { Edit, Fix } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';

export interface AppliedFixes {
  readonly text: string;
  readonly applied: readonly Fix[];
  /** They touch what another fix changes, or another source. A later pass may apply them. */
  readonly skipped: readonly Fix[];
}

/**
 * Applies fixes to a text; everything between the edits stays as it is, comments and line ends included. A fix is
 * applied whole or not at all, the first given of two that overlap. The same edit asked for twice is made once.
 */
export function applyFixes(source: Source, fixes: readonly Fix[]): AppliedFixes {
  const edits = new EditList();
  const applied: Fix[] = [];
  const skipped: Fix[] = [];
  for (const fix of fixes) {
    const fits = fix.edits.every(({ span }) => span.source === source) && edits.add(fix.edits);
    (fits ? applied : skipped).push(fix);
  }
  return { text: edits.apply(source.text), applied, skipped };
}

/** Edits of one text that do not touch each other, by start. */
class EditList {
  readonly #edits: Edit[] = [];

  /** Adds all of them and says so, or none if one of them collides. */
  add(edits: readonly Edit[]): boolean {
    const added: Edit[] = [];
    for (const edit of edits) {
      const index = this.#indexOf(edit.span.start);
      const next = this.#edits[index];
      if (next !== undefined && isSame(next, edit)) continue;
      const previous = this.#edits[index - 1];
      if (
        (next !== undefined && overlap(next, edit)) ||
        (previous !== undefined && overlap(previous, edit))
      ) {
        for (const one of added) this.#edits.splice(this.#edits.indexOf(one), 1);
        return false;
      }
      this.#edits.splice(index, 0, edit);
      added.push(edit);
    }
    return true;
  }

  apply(text: string): string {
    let result = '';
    let from = 0;
    for (const { span, newText } of this.#edits) {
      result += text.slice(from, span.start) + newText;
      from = span.end;
    }
    return result + text.slice(from);
  }

  /** The place of the first edit that starts at `start` or later. */
  #indexOf(start: number): number {
    let low = 0;
    let high = this.#edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edits[middle]?.span.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isSame(a: Edit, b: Edit): boolean {
  return a.span.start === b.span.start && a.span.end === b.span.end && a.newText === b.newText;
}

/** Two insertions at one place overlap too: nobody could tell which comes first. */
function overlap(a: Edit, b: Edit): boolean {
  return a.span.start === b.span.start || (a.span.start < b.span.end && b.span.start < a.span.end);
}
