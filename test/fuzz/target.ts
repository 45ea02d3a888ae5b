import type { SeededRandom } from './seeded-random.ts';

/** One way into the program, for texts that nobody has checked. */
export interface FuzzTarget {
  readonly name: string;
  /** The same generator gives the same input. */
  readonly make: (random: SeededRandom) => string;
  /**
   * Reads an input, as far as users can. What is wrong with it is told, never thrown, except for the errors that the
   * target expects and catches itself.
   *
   * @returns whether it was taken for sound
   * @throws if the program fails, or says something that cannot be
   */
  readonly run: (input: string) => boolean | Promise<boolean>;
}

/** Texts of one input, each behind a line that names it. */
export type Parts = ReadonlyMap<string, string>;

const HEADER = /^%%%% ?(.*)\n/gm;

export function joinParts(parts: Iterable<readonly [string, string]>): string {
  return [...parts].map(([name, text]) => `%%%% ${name}\n${text.replace(/\n?$/, '\n')}`).join('');
}

export function splitParts(input: string): Parts {
  const found = [...input.matchAll(HEADER)];
  return new Map(
    found.map(({ 0: header, 1: name = '', index }, i) => [
      name.trim(),
      input.slice(index + header.length, found[i + 1]?.index ?? input.length),
    ]),
  );
}
