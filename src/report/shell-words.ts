const PLAIN = /^[\w./:@%+=,-]+$/;

/** Words as a POSIX shell would take them apart again. */
export function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
