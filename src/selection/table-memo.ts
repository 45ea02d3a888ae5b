import type { InstanceTable } from '../model/instance-type.ts';

/** More pools than that are hardly looked at one after another with the same question. */
const MOST_KEPT = 512;

/**
 * Answers that follow from an instance table and a text, each worked out once: the two states of a pool, and pools made of
 * one profile, mostly ask the same.
 */
export class TableMemo<Answer> {
  readonly #answers = new WeakMap<InstanceTable, Map<string, Answer>>();

  of(table: InstanceTable, key: string, answer: () => Answer): Answer {
    let known = this.#answers.get(table);
    if (known === undefined) {
      known = new Map();
      this.#answers.set(table, known);
    }
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_KEPT) known.clear();
    const made = answer();
    known.set(key, made);
    return made;
  }
}
