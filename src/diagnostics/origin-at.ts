import { invariant } from './invariant.ts';
import type { Origin } from './origin.ts';

/**
 * The origin of a JSON pointer, or of its nearest ancestor that has one. Every origin map holds at least the
 * document itself (pointer `''`), so there always is one.
 */
export function originAt(origins: ReadonlyMap<string, Origin>, pointer: string): Origin {
  let current = pointer;
  for (;;) {
    const origin = origins.get(current);
    if (origin !== undefined) return origin;
    invariant(current !== '', `no origin for \`${pointer}\` nor for the document`);
    current = current.slice(0, current.lastIndexOf('/'));
  }
}
